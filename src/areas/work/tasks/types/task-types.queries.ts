import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { TaskType } from '#prisma/client'

/** One type of tasks; 404 where there is none. */
export const getTaskType = async ({ db }: Scope, id: number): Promise<TaskType> => {
  const type = await db.prisma.taskType.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!type) throw notFound('task type')
  return type
}

/** Every type, by kind and name; the active ones alone where that is asked for. */
export const listTaskTypes = ({ db }: Scope, { activeOnly = false } = {}): Promise<TaskType[]> =>
  db.prisma.taskType.findMany({
    where: { tenantId: db.tenantId, ...(activeOnly && { isActive: true }) },
    orderBy: [{ kindId: 'asc' }, { nameKey: 'asc' }, { id: 'asc' }],
  })
