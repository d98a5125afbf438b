import { conflict, ruleRefused } from '#kernel/errors/problem'
import { lockSubject } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { Prisma } from '#prisma/client'

/**
 * Whoever makes a dependency does so alone in the tenant until the transaction ends, so that two cannot close a circle
 * between them. Taken before any task is locked.
 */
export const holdDependencies = ({ db }: Scope, tx: Transaction): Promise<void> =>
  lockSubject(tx, { db }, 'task_dependency')

/**
 * Refuses that a task waits for itself: for what it depends on, and for its subtasks, and so on. Under holdDependencies.
 *
 * @throws 422 dependency-cycle.
 */
export const assertNoCircle = async (
  scope: Scope,
  tx: Transaction,
  taskId: number,
  dependsOnId: number,
): Promise<void> => {
  const runner = tx
  const { tenantId } = scope.db
  const found = await runForWholeTenant(runner, scope, () =>
    runner.rows(Prisma.sql`WITH RECURSIVE needed (id) AS (
        SELECT ${dependsOnId}::integer
        UNION
        SELECT n.id FROM needed w CROSS JOIN LATERAL (
          SELECT d.depends_on_id AS id FROM task_item d
          WHERE d.tenant_id = ${tenantId}::integer AND d.id = w.id AND d.depends_on_id IS NOT NULL
          UNION ALL
          SELECT s.id FROM task_item s WHERE s.tenant_id = ${tenantId}::integer AND s.parent_id = w.id) n
      ) SELECT id FROM needed WHERE id = ${taskId}::integer`),
  )
  if (found.length === 0) return
  const errors = [{ pointer: '/DependentOnTaskId', message: 'waits for this task itself' }]
  throw ruleRefused('dependency-cycle', 'The task would have to be complete before itself.', errors)
}

/**
 * Refuses that these tasks are complete while what they depend on is open. What they depend on is held: whoever is about
 * to complete it is waited for.
 *
 * @throws 409 task-open; TaskItemId names it to whoever sees the whole tenant.
 */
export const assertNothingOpenBefore = async (scope: Scope, tx: Transaction, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const runner = tx
  const [open] = await runForWholeTenant(runner, scope, () =>
    runner.rows<{ id: number }>(Prisma.sql`SELECT d.id FROM task_item t
      JOIN task_item d ON d.tenant_id = t.tenant_id AND d.id = t.depends_on_id
      WHERE t.tenant_id = ${scope.db.tenantId}::integer AND t.id = ANY(${[...ids]}::integer[]) AND d.completed_on IS NULL
      ORDER BY d.id FOR SHARE OF d`),
  )
  if (open) throw taskOpen(scope, open.id, 'The task depends on one that is open.')
}

/** Refuses that a task is complete while a subtask is open. The task itself is locked. */
export const assertNoOpenSubtask = async (scope: Scope, tx: Transaction, id: number): Promise<void> => {
  const where = { tenantId: scope.db.tenantId, parentId: id, completedOn: null }
  const open = await tx.taskItem.findFirst({ where, select: { id: true }, orderBy: { id: 'asc' } })
  if (open) throw taskOpen(scope, open.id, 'A subtask is open.')
}

const taskOpen = ({ chapters }: Scope, id: number, detail: string) =>
  conflict('task-open', detail, chapters ? {} : { TaskItemId: id })
