import { conflict, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import { actorName, type Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { TaskItem } from '#prisma/client'
import { lockTasks } from '../task-records.service.ts'
import { fieldsOf, type TaskChange, updateOf } from '../tasks.model.ts'
import { clearDependenciesSql, dependencyCycleSql, openDependenciesSql } from './dependencies.sql.ts'

/**
 * Locks the dependencies of the tenant until the transaction ends, so that two transactions cannot create a cycle
 * together. Call it before a task is locked.
 */
export const lockDependencies = (scope: Scope, tx: Transaction): Promise<void> =>
  lockSubject(scope, tx, 'task_dependency')

/**
 * Rejects a dependency through which a task would wait for itself. Call it after lockDependencies.
 *
 * @throws 422 dependency-cycle.
 */
export const requireNoCycle = async (
  scope: Scope,
  tx: Transaction,
  taskId: number,
  dependsOnId: number,
): Promise<void> => {
  const found = await runForWholeTenant(scope, tx, () =>
    tx.rows(dependencyCycleSql(scope.db.tenantId, taskId, dependsOnId)),
  )
  if (found.length === 0) return
  const errors = [{ pointer: '/DependentOnTaskId', message: 'must not be a task that waits for this task' }]
  throw ruleRefused('dependency-cycle', 'The task would have to be complete before itself.', errors)
}

/**
 * Rejects the completion of tasks that depend on an open task. Locks the open task.
 *
 * @throws 409 task-open; TaskItemId is its id if the caller sees the whole tenant.
 */
export const requireDependenciesComplete = async (
  scope: Scope,
  tx: Transaction,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return
  const [open] = await runForWholeTenant(scope, tx, () =>
    tx.rows<{ id: number }>(openDependenciesSql(scope.db.tenantId, ids)),
  )
  if (open) throw taskOpen(scope, open.id, 'The task depends on a task that is open. Complete that one first.')
}

/** Rejects the completion of a task with an open subtask. The task itself is locked. @throws 409 task-open. */
export const requireSubtasksComplete = async (scope: Scope, tx: Transaction, id: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, parentId: id, completedOn: null }
  const open = await tx.taskItem.findFirst({ where, select: { id: true }, orderBy: { id: 'asc' } })
  if (open) throw taskOpen(scope, open.id, 'A subtask is open. Complete the subtasks first.')
}

const taskOpen = ({ chapters }: Scope, id: number, detail: string) =>
  conflict('task-open', detail, chapters ? {} : { TaskItemId: id })

/**
 * Clears the dependencies on tasks that are deleted, and returns the changes of the tasks that remain. A task of any
 * chapter can depend on them, so this runs across chapters. Call it after lockDependencies: until then another
 * transaction could add a dependency.
 */
export const clearDependencies = async (
  scope: Scope,
  tx: Transaction,
  deleted: readonly TaskItem[],
): Promise<TaskChange[]> => {
  const { tenantId } = scope.db
  const ids = deleted.map(({ id }) => id)
  const where = { tenantId, dependsOnId: { in: ids } }
  return runForWholeTenant(scope, tx, async () => {
    if (!(await lockTasks(scope, tx, where))) return []
    const dependents = await tx.taskItem.findMany({ where, orderBy: { id: 'asc' } })
    const change = { by: actorName(scope.actor), at: scope.clock.now() }
    await tx.rows(clearDependenciesSql(tenantId, ids, change))
    return dependents
      .filter(({ id }) => !ids.includes(id))
      .map((task) => updateOf(task, { ...fieldsOf(task), dependsOnId: null }))
  })
}
