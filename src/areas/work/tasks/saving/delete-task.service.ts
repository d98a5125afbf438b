import { notFound } from '#kernel/errors/problem'
import type { ExpectedVersion } from '#kernel/records/versions'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { Prisma, type TaskItem } from '#prisma/client'
import { holdDependencies } from './dependencies.ts'
import { holdTask } from './hold-task.ts'
import { recordTasks, type TaskChange } from './task-changes.ts'
import { fieldsOf } from './task-fields.ts'

/** Deletes a task with its subtasks; what depends on one of them depends on nothing from then on. */
export const deleteTask = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await holdDependencies(scope, tx)
    const task = await holdTask(scope, tx, id, expected)
    const gone = [task, ...(await tx.taskItem.findMany({ where: { tenantId, parentId: id }, orderBy: { id: 'asc' } }))]
    const freed = await freeDependents(scope, tx, gone)
    const { count } = await tx.taskItem.deleteMany({ where: { tenantId, id } })
    if (count === 0) throw notFound('task')
    await recordTasks(scope, tx, [...gone.map(deletionOf), ...freed])
  })

const deletionOf = (task: TaskItem): TaskChange => ({
  id: task.id,
  auditId: task.auditId + 1,
  before: fieldsOf(task),
  after: null,
  parentId: task.parentId,
})

/** Tasks may wait for one that goes wherever they are: a rule of the whole tenant. */
const freeDependents = async (scope: Scope, tx: Transaction, gone: readonly TaskItem[]): Promise<TaskChange[]> => {
  const ids = gone.map(({ id }) => id)
  const where = { tenantId: scope.db.tenantId, dependsOnId: { in: ids } }
  const runner = tx
  return runForWholeTenant(runner, scope, async () => {
    await runner.rows(Prisma.sql`SELECT 1 FROM task_item
      WHERE tenant_id = ${scope.db.tenantId}::int AND depends_on_id = ANY(${ids}::int[]) ORDER BY id FOR UPDATE`)
    const waiting = await tx.taskItem.findMany({ where, orderBy: { id: 'asc' } })
    if (waiting.length === 0) return []
    await runner.rows(Prisma.sql`UPDATE task_item SET depends_on_id = NULL, audit_id = audit_id + 1,
        modified_by = ${actorName(scope.actor)}::text, modified_at = ${scope.clock.now()}::timestamptz
      WHERE tenant_id = ${scope.db.tenantId}::int AND depends_on_id = ANY(${ids}::int[])`)
    return waiting
      .filter(({ id }) => !ids.includes(id))
      .map((task) => {
        const before = fieldsOf(task)
        const { id, auditId, parentId } = task
        return { id, auditId: auditId + 1, before, after: { ...before, dependsOnId: null }, parentId }
      })
  })
}
