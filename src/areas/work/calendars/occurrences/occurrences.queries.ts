import { setImmediate } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { ruleRefused } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import { toDate } from '#kernel/time/local-time'
import { requireCalendar } from '../calendars.queries.ts'
import {
  type ItemOccurrence,
  type ItemWithOverrides,
  listItemOccurrences,
  OVERRIDES,
} from '../overrides/overrides.model.ts'

const MAX_OCCURRENCES = 1000
const ITEMS_PER_TURN = 20

/**
 * Lists the occurrences of all items of a calendar that overlap a span, ordered by start.
 *
 * @throws 404, 422 too-many.
 */
export const listOccurrences = async (
  scope: Scope,
  calendarId: number,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<ItemOccurrence[]> => {
  await requireCalendar(scope, calendarId)
  const found: ItemOccurrence[] = []
  for (const [index, item] of (await listItemsNear(scope, calendarId, from, to)).entries()) {
    // A rule takes a millisecond or more: let other requests run in between.
    if (index % ITEMS_PER_TURN === ITEMS_PER_TURN - 1) await setImmediate()
    found.push(...listItemOccurrences(item, scope.tenant.timeZone, from, to))
    if (found.length > MAX_OCCURRENCES) {
      throw ruleRefused('too-many', `The span has more than ${MAX_OCCURRENCES} occurrences. Request a shorter span.`)
    }
  }
  return found.sort(
    (a, b) => Temporal.Instant.compare(a.occurrence.startsAt, b.occurrence.startsAt) || a.item.id - b.item.id,
  )
}

/**
 * Lists the items that may occur in a span. It reads two days more on both sides, because the tenant's time zone may have
 * changed since an item was saved, and changed occurrences are stored as local times.
 */
const listItemsNear = (
  { db }: Scope,
  calendarId: number,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<ItemWithOverrides[]> => {
  const [after, before] = [toDate(from.subtract({ hours: 48 })), toDate(to.add({ hours: 48 }))]
  const isInSeries = { startsAt: { lt: before }, OR: [{ lastEndsAt: null }, { lastEndsAt: { gte: after } }] }
  const isMovedHere = { overrides: { some: { localStart: { lt: before }, localEnd: { gte: after } } } }
  return db.prisma.calendarItem.findMany({
    where: { tenantId: db.tenantId, calendarId, OR: [isInSeries, isMovedHere] },
    include: { overrides: OVERRIDES },
    orderBy: { id: 'asc' },
  })
}
