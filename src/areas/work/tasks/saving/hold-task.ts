import { notFound } from '#kernel/errors/problem'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { TaskItem } from '#prisma/client'

/**
 * Locks a task until the transaction ends and holds it against the version that the caller has read. The task that it
 * is a subtask of is held first: that one is not completed meanwhile, nor are its subtasks changed along with it.
 *
 * @throws 404, 409 stale-audit-id, 412.
 */
export const holdTask = async (
  { db }: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
): Promise<TaskItem> => {
  const { tenantId } = db
  const found = await tx.taskItem.findFirst({ where: { tenantId, id }, select: { parentId: true } })
  if (found?.parentId)
    await tx.$queryRaw`select 1 from task_item where tenant_id = ${tenantId} and id = ${found.parentId} for share`
  const locked = await tx.$queryRaw<object[]>`
    select 1 from task_item where tenant_id = ${tenantId} and id = ${id} for update`
  const task = locked.length > 0 ? await tx.taskItem.findFirst({ where: { tenantId, id } }) : null
  if (!task) throw notFound('task')
  assertVersion(task.auditId, expected)
  return task
}
