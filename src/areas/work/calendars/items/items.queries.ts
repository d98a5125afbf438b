import { setImmediate } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import { notFound, ruleRefused } from '#kernel/errors/problem'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { toDate } from '#kernel/time/local-time'
import { Prisma } from '#prisma/client'
import { getCalendar, mayChangeCalendars } from '../calendars.queries.ts'
import {
  type ItemOccurrence,
  type ItemWithOverrides,
  OVERRIDES,
  occurrencesOfItem,
} from '../overrides/overrides.model.ts'
import { changedOccurrences, itemColumns, itemListing } from './items.listing.ts'

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
    FROM calendar_item i CROSS JOIN LATERAL (SELECT ${itemColumns(mayChangeCalendars(scope), changedOccurrences)}) x
    WHERE i.tenant_id = ${scope.db.tenantId}::integer AND i.calendar_id = ${calendarId}::integer
      AND i.id = ${id}::integer`
  const rows = tx ? await tx.$queryRaw<VersionedItem[]>(query) : await scope.db.rows<VersionedItem>(query)
  if (!rows[0]) throw notFound('item of the calendar')
  return rows[0]
}

/** The list of the items of a calendar; 404 if the calendar does not exist. */
export const getItemList = async (scope: Scope, calendarId: number): Promise<List> => {
  await getCalendar(scope, calendarId)
  return { listing: itemListing(calendarId), columns: itemColumns(mayChangeCalendars(scope)) }
}

const MOST_OCCURRENCES = 1000
const ITEMS_IN_A_TURN = 20

/** Each time that something takes place within a span, in order. 422 where there are too many. */
export const occurrencesOf = async (
  scope: Scope,
  calendarId: number,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<ItemOccurrence[]> => {
  await getCalendar(scope, calendarId)
  const found: ItemOccurrence[] = []
  for (const [index, item] of (await itemsAround(scope, calendarId, from, to)).entries()) {
    // A rule costs a millisecond or more: other requests have their turn meanwhile.
    if (index % ITEMS_IN_A_TURN === ITEMS_IN_A_TURN - 1) await setImmediate()
    found.push(...occurrencesOfItem(item, scope.tenant.timeZone, from, to))
    if (found.length > MOST_OCCURRENCES) {
      throw ruleRefused('too-many', `More than ${MOST_OCCURRENCES} fall into this span. Ask for a shorter one.`)
    }
  }
  return found.sort(
    (a, b) => Temporal.Instant.compare(a.occurrence.startsAt, b.occurrence.startsAt) || a.item.id - b.item.id,
  )
}

/** Looked for generously: the tenant's zone may have changed, and what was moved is kept by the clock on the wall. */
const itemsAround = (
  { db }: Scope,
  calendarId: number,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Promise<ItemWithOverrides[]> => {
  const [after, before] = [toDate(from.subtract({ hours: 48 })), toDate(to.add({ hours: 48 }))]
  const inSeries = { startsAt: { lt: before }, OR: [{ lastEndsAt: null }, { lastEndsAt: { gte: after } }] }
  const isMovedHere = { overrides: { some: { localStart: { lt: before }, localEnd: { gte: after } } } }
  return db.prisma.calendarItem.findMany({
    where: { tenantId: db.tenantId, calendarId, OR: [inSeries, isMovedHere] },
    include: { overrides: OVERRIDES },
    orderBy: { id: 'asc' },
  })
}
