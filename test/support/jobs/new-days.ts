import { type NewDayWork, runNewDay } from '#kernel/jobs/tenant-days'
import type { WorkContext } from '#kernel/outbox/deliver'

/** Does one kind of work of the current day for every tenant, as their jobs do. Throws after the last one if some failed. */
export const runNewDays = async (context: WorkContext, work: NewDayWork): Promise<void> => {
  const tenants = await context.database.system.tenant.findMany({ select: { id: true }, orderBy: { id: 'asc' } })
  const failures: unknown[] = []
  for (const { id } of tenants) await runNewDay(context, work, id).catch((error) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, `${work.name} failed for ${failures.length} tenants`)
}
