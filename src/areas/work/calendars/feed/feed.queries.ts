import type { Scope } from '#kernel/tenancy/scope'
import type { Calendar } from '#prisma/client'
import { type ItemWithOverrides, OVERRIDES } from '../overrides/overrides.model.ts'

/** Items that ended earlier are not published. */
const DAYS_BACK = 366
const DAY = 86_400_000

/** Finds the calendar by the hash of its feed's secret; null if no published calendar has this secret. */
export const findPublishedCalendar = ({ db }: Scope, feedHash: string): Promise<Calendar | null> =>
  db.prisma.calendar.findFirst({ where: { tenantId: db.tenantId, feedHash } })

/** Lists the items that the feed of a calendar contains: none while the calendar is inactive. */
export const listPublishedItems = async (
  { db, clock }: Scope,
  { id: calendarId, isActive }: Calendar,
): Promise<ItemWithOverrides[]> => {
  if (!isActive) return []
  const since = new Date(clock.now().getTime() - DAYS_BACK * DAY)
  return db.prisma.calendarItem.findMany({
    where: {
      ...{ tenantId: db.tenantId, calendarId },
      OR: [{ lastEndsAt: null }, { lastEndsAt: { gte: since } }, { overrides: { some: { localEnd: { gte: since } } } }],
    },
    include: { overrides: OVERRIDES },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
  })
}
