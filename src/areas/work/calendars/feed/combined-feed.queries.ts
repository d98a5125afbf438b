import type { Scope } from '#kernel/tenancy/scope'
import type { FeedPart } from './feed.model.ts'
import { readFeedParts } from './feed.queries.ts'
import { presentFeed } from './feed-text.model.ts'

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
