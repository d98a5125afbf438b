import type { Scope } from '#kernel/tenancy/scope'
import { inThread } from '#kernel/threads/thread'
import type { Calendar } from '#prisma/client'
import { WRITE_FEED } from '../calendars.model.ts'
import { seriesSql } from '../occurrences/occurrences.sql.ts'
import type { FeedPart } from './feed.model.ts'
import { presentFeed } from './feed.model.ts'

/** Items that ended earlier are not published. */
const DAYS_BACK = 366
const DAY = 86_400_000
const ITEMS_AT_ONCE = 100

/** Finds the calendar by the hash of its feed's secret; null if no published calendar has this secret. */
export const findPublishedCalendar = ({ db }: Scope, feedHash: string): Promise<Calendar | null> =>
  db.prisma.calendar.findFirst({ where: { tenantId: db.tenantId, feedHash } })

/** Reads the items that the feed of a calendar contains, as its parts: none while the calendar is inactive. */
export const readFeedParts = async (scope: Scope, calendar: Calendar): Promise<FeedPart[]> => {
  const ids = await listPublishedIds(scope, calendar)
  const parts: FeedPart[] = []
  for (let at = 0; at < ids.length; at += ITEMS_AT_ONCE) {
    const [row] = await scope.db.rows<{ text: string }>(
      seriesSql(scope.db.tenantId, ids.slice(at, at + ITEMS_AT_ONCE), null),
    )
    parts.push(await inThread(scope, WRITE_FEED, { series: row?.text ?? '[]', timeZone: scope.tenant.timeZone }))
  }
  return parts
}

const listPublishedIds = async ({ db, clock }: Scope, { id: calendarId, isActive }: Calendar): Promise<number[]> => {
  if (!isActive) return []
  const since = new Date(clock.now().getTime() - DAYS_BACK * DAY)
  const items = await db.prisma.calendarItem.findMany({
    select: { id: true },
    where: {
      tenantId: db.tenantId,
      calendarId,
      OR: [{ lastEndsAt: null }, { lastEndsAt: { gte: since } }, { overrides: { some: { localEnd: { gte: since } } } }],
    },
    orderBy: [{ startsAt: 'asc' }, { id: 'asc' }],
  })
  return items.map(({ id }) => id)
}

/** Writes several calendars as one. Calendars that are inactive or do not exist are left out. */
export const writeCombinedFeed = async (
  scope: Scope,
  ids: readonly number[],
  name: string,
): Promise<{ text: string; calendars: number }> => {
  const where = { tenantId: scope.db.tenantId, id: { in: [...ids] }, isActive: true }
  const calendars = await scope.db.prisma.calendar.findMany({ where, orderBy: { id: 'asc' } })
  const parts: FeedPart[] = []
  for (const calendar of calendars) parts.push(...(await readFeedParts(scope, calendar)))
  const feedChangedAt = calendars.reduce(
    (latest, one) => (one.feedChangedAt > latest ? one.feedChangedAt : latest),
    new Date(0),
  )
  const { tenant, clock } = scope
  const text = presentFeed({ name, description: null, feedChangedAt }, parts, tenant.timeZone, clock.now())
  return { text, calendars: calendars.length }
}
