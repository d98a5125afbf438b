import { setImmediate } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { type CalendarItem, Prisma } from '../../../../generated/prisma/client.ts'
import { notFound, ruleRefused } from '../../../../kernel/errors/problem.ts'
import { type Page, readPage } from '../../../../kernel/listing/page.ts'
import type { ListRequest } from '../../../../kernel/listing/request.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import type { Transaction } from '../../../../kernel/tenancy/tenant-db.ts'
import { toDate } from '../../../../kernel/time/local-time.ts'
import { getCalendar, mayChangeCalendars } from '../calendars.queries.ts'
import { timesOf } from './item-times.ts'
import { itemColumns, itemListing } from './items.listing.ts'
import { type Occurrence, occurrencesWithin } from './occurrences.ts'

/** An item as the contract shows it, as JSON text, and its version. */
export interface VersionedItem {
  text: string
  auditId: number
}

/** One item; 404 where the calendar has none of that id. With `tx`: as it stands in that transaction. */
export const readItem = async (
  scope: Scope,
  calendarId: number,
  id: number,
  tx?: Transaction,
): Promise<VersionedItem> => {
  const query = Prisma.sql`SELECT row_to_json(x)::text AS text, i.audit_id AS "auditId"
    FROM calendar_item i CROSS JOIN LATERAL (SELECT ${itemColumns(mayChangeCalendars(scope))}) x
    WHERE i.tenant_id = ${scope.db.tenantId}::integer AND i.calendar_id = ${calendarId}::integer
      AND i.id = ${id}::integer`
  const rows = tx ? await tx.$queryRaw<VersionedItem[]>(query) : await scope.db.rows<VersionedItem>(query)
  if (!rows[0]) throw notFound('item of the calendar')
  return rows[0]
}

/** A page of what stands in a calendar; 404 where there is no such calendar. */
export const pageOfItems = async (scope: Scope, calendarId: number, request: ListRequest): Promise<Page> => {
  await getCalendar(scope, calendarId)
  return readPage(scope, itemListing(calendarId), request, itemColumns(mayChangeCalendars(scope)))
}

const MOST_OCCURRENCES = 1000
const ITEMS_IN_A_TURN = 20

/** Each time that something takes place within a span, in order. 422 where there are too many. */
export const occurrencesOf = async (
  scope: Scope,
  calendarId: number,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<{ item: CalendarItem; occurrence: Occurrence }[]> => {
  await getCalendar(scope, calendarId)
  const found: { item: CalendarItem; occurrence: Occurrence }[] = []
  for (const [index, item] of (await itemsAround(scope, calendarId, from, to)).entries()) {
    // A rule costs a millisecond or more: other requests have their turn meanwhile.
    if (index % ITEMS_IN_A_TURN === ITEMS_IN_A_TURN - 1) await setImmediate()
    const occurrences = occurrencesWithin(timesOf(item), scope.tenant.timeZone, from, to)
    found.push(...occurrences.map((occurrence) => ({ item, occurrence })))
    if (found.length > MOST_OCCURRENCES) {
      throw ruleRefused('too-many', `More than ${MOST_OCCURRENCES} fall into this span. Ask for a shorter one.`)
    }
  }
  return found.sort(
    (a, b) => Temporal.Instant.compare(a.occurrence.startsAt, b.occurrence.startsAt) || a.item.id - b.item.id,
  )
}

/** Whole days are looked for generously: the tenant's zone may have changed since they were saved. */
const itemsAround = (
  { db }: Scope,
  calendarId: number,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<CalendarItem[]> =>
  db.prisma.calendarItem.findMany({
    where: {
      ...{ tenantId: db.tenantId, calendarId },
      startsAt: { lt: toDate(to.add({ hours: 48 })) },
      OR: [{ lastEndsAt: null }, { lastEndsAt: { gte: toDate(from.subtract({ hours: 48 })) } }],
    },
    orderBy: { id: 'asc' },
  })
