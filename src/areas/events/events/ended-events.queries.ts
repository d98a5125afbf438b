import type { DaySpan } from '#kernel/jobs/tenant-days'
import type { Scope } from '#kernel/tenancy/scope'
import { instantAt } from '#kernel/time/local-time'
import type { Prisma } from '#prisma/client'

/** Lists the published events of a tenant that ended in a span of days, and have a setting. */
export const listEndedEvents = (
  { tenant, db: { prisma, tenantId } }: Scope,
  { since, today }: DaySpan,
  setting: Prisma.EventWhereInput,
): Promise<{ id: number }[]> => {
  const within = { gte: instantAt(tenant.timeZone, since, '00:00'), lt: instantAt(tenant.timeZone, today, '00:00') }
  return prisma.event.findMany({
    where: { ...setting, tenantId, status: 'Published', OR: [{ endsAt: within }, { endsAt: null, startsAt: within }] },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
}
