import type { Scope } from '#kernel/tenancy/scope'
import type { Calendar } from '#prisma/client'
import { type ItemWithOverrides, OVERRIDES } from '../overrides/overrides.model.ts'

/** What ended longer ago is no longer published. */
const DAYS_BACK = 366
const DAY = 86_400_000

/** The calendar whose feed has this secret, by the secret's hash; null where it is wrong, replaced or switched off. */
export const findPublished = ({ db }: Scope, feedHash: string): Promise<Calendar | null> =>
  db.prisma.calendar.findFirst({ where: { tenantId: db.tenantId, feedHash } })

/** What its feed shows; nothing while it is inactive. */
export const publishedItems = async (
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
