import { afterSql } from '#kernel/listing/continuation'
import type { List } from '#kernel/listing/list-response'
import { buildSortKeys, orderBySql } from '#kernel/listing/order'
import { keyColumns, numberedSql, sizeFor, statementSql, where } from '#kernel/listing/page-sql'
import type { ListRequest } from '#kernel/listing/request'
import { settledKey } from '#kernel/records/settled-key-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { LogWindow } from './log-window.model.ts'

const DAY_MS = 86_400_000

/** Selects the events that a search finds in a window, as the body of a query. */
export const foundEventsSql = (
  tenantId: number,
  query: string,
  { from, to, type, levels }: LogWindow,
): Sql => Prisma.sql`
  SELECT s.id, s.occurred_at, s.level, s.log_type, s.entity_type, s.entity_key, s.source
  FROM log_search(${tenantId}::integer, ${query}::text::tsquery, ${from ?? null}::timestamptz, ${to ?? null}::timestamptz,
    ${type ?? null}::text, ${levels ? [...levels] : null}::smallint[]) s`

/** Returns the condition that an event is in a window. */
const inWindow = ({ from, to, type, levels }: LogWindow): Sql[] => [
  ...(from ? [Prisma.sql`e.occurred_at >= ${from}::timestamptz`] : []),
  ...(to ? [Prisma.sql`e.occurred_at < ${to}::timestamptz`] : []),
  ...(type === undefined ? [] : [Prisma.sql`e.log_type = ${type}::text`]),
  ...(levels ? [Prisma.sql`e.level = ANY (${[...levels]}::smallint[])`] : []),
]

const visible = (tenantId: number): Sql[] => [
  Prisma.sql`e.tenant_id = ${tenantId}::integer`,
  Prisma.sql`e.hidden_at IS NULL`,
]

/**
 * Returns the statement of a page of a window, ordered by time. Each severity is read by its index in the order of the
 * page, and the total is the sum of maintained counts: the cost does not depend on the number of events.
 */
export const windowPageSql = (
  tenantId: number,
  { listing, columns }: List,
  request: ListRequest,
  window: LogWindow,
): Sql => {
  const keys = buildSortKeys(listing, request.order)
  const { after, skip, take } = request
  const rows = sizeFor(take + 1)
  const { levels, ...unleveled } = window
  const isPlain = !levels && window.type === undefined
  const conditions = [
    ...visible(tenantId),
    ...inWindow(unleveled),
    ...(after ? [afterSql(keys, after)] : []),
    ...(isPlain ? [] : [Prisma.sql`e.level = l.level`]),
  ]
  const select = Prisma.sql`SELECT ${keyColumns(listing, keys)} FROM log_event e ${where(conditions)}
    ORDER BY ${orderBySql(keys)}`
  const offset = Prisma.sql`OFFSET ${skip}::integer`
  const wanted = levels ?? [1, 2, 3, 4, 5, 6]
  const ordered = isPlain
    ? Prisma.sql`${select} LIMIT ${constant(rows)} ${offset}`
    : Prisma.sql`SELECT b.* FROM unnest(${[...wanted]}::smallint[]) AS l (level)
        CROSS JOIN LATERAL (${select} LIMIT ${constant(roundedUp(skip + rows))}) b
        ORDER BY ${orderByKeys(request)} LIMIT ${constant(rows)} ${offset}`
  const chosen = numberedSql(keys, ordered, take + 1)
  const total = windowTotalSql(tenantId, window)
  return statementSql({ listing, columns }, { queries: Prisma.empty, chosen, total, keys }, { tenantId, take })
}

/**
 * Returns a limit as a constant: the planner would assume a tenth of the table for a parameter, and sort instead of
 * reading an index.
 */
const constant = (rows: number): Sql => Prisma.raw(String(rows))

/** Rounds up to a power of ten, so that few statements differ. */
const roundedUp = (rows: number): number => (rows <= 1001 ? sizeFor(rows) : 10 ** Math.ceil(Math.log10(rows)))

/** Returns the keys of an order by time: the time and the id. */
const orderByKeys = ({ order: [first] }: ListRequest): Sql =>
  first?.descending ? Prisma.sql`b.k0 DESC, b.k1 DESC` : Prisma.sql`b.k0, b.k1`

/**
 * Returns the exact number of events in a window: counts of whole days, and the events of days that are only in part
 * inside.
 */
const windowTotalSql = (tenantId: number, window: LogWindow): Sql => {
  const { from, to, type, levels } = window
  const first = from && ceilDay(from)
  const end = to && floorDay(to)
  if (first && end && first >= end) return countedSql(tenantId, window)
  const days = [
    Prisma.sql`c.tenant_id = ${tenantId}::integer`,
    ...(first ? [Prisma.sql`c.day >= ${dayText(first)}::date`] : []),
    ...(end ? [Prisma.sql`c.day < ${dayText(end)}::date`] : []),
    ...(type === undefined ? [] : [Prisma.sql`c.log_type = ${type}::text`]),
    ...(levels ? [Prisma.sql`c.level = ANY (${[...levels]}::smallint[])`] : []),
  ]
  const parts = [
    Prisma.sql`(SELECT coalesce(sum(c.n), 0) FROM log_count c ${where(days)})`,
    ...(from && first && from < first ? [countedSql(tenantId, { ...window, to: first })] : []),
    ...(to && end && end < to ? [countedSql(tenantId, { ...window, from: end })] : []),
  ]
  return Prisma.sql`(${Prisma.join(parts, ' + ')})`
}

const countedSql = (tenantId: number, window: LogWindow): Sql =>
  Prisma.sql`(SELECT count(*) FROM log_event e ${where([...visible(tenantId), ...inWindow(window)])})`

const floorDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)
const ceilDay = (at: Date): Date => new Date(Math.ceil(at.getTime() / DAY_MS) * DAY_MS)
const dayText = (day: Date): string => day.toISOString().slice(0, 10)

/** Hides events; returns the ids of those that were visible. */
export const hideEventsSql = (tenantId: number, ids: readonly string[], at: Date): Sql => Prisma.sql`
  UPDATE log_event e SET hidden_at = ${at}::timestamptz
  WHERE ${Prisma.join([...visible(tenantId), isOneOf(ids)], ' AND ')} RETURNING e.id`

/** Marks the Idempotency-Key of a request as committed. */
export const settleSql = (tenantId: number, key: NonNullable<Scope['idempotency']>): Sql =>
  Prisma.sql`SELECT ${settledKey({ tenantId, ...key })} AS settled`

/** Selects the number of the events that are visible, and their times. */
export const selectedEventsSql = (tenantId: number, ids: readonly string[]): Sql => Prisma.sql`
  SELECT count(*)::integer AS count, min(e.occurred_at) AS oldest, max(e.occurred_at) AS newest FROM log_event e
  WHERE ${Prisma.join([...visible(tenantId), isOneOf(ids)], ' AND ')}`

const isOneOf = (ids: readonly string[]): Sql => Prisma.sql`e.id = ANY (${[...ids]}::bigint[])`

/** Selects the details of an event, also of a hidden one. */
export const eventDetailsSql = (tenantId: number, id: string): Sql => Prisma.sql`
  SELECT e.details FROM log_event e WHERE e.tenant_id = ${tenantId}::integer AND e.id = ${id}::bigint`

/** Selects the types of visible events. */
export const eventTypesSql = (tenantId: number): Sql => Prisma.sql`
  SELECT c.log_type AS type FROM log_count c WHERE c.tenant_id = ${tenantId}::integer
  GROUP BY c.log_type HAVING sum(c.n) > 0`

/** Matches of a search are counted up to this number. */
export const MAX_COUNTED = 10_000

/**
 * Returns the statement of a page of a search in the order of time. Its cost is that of its page, for any number of
 * matches: the total ends at one more than MAX_COUNTED.
 *
 * @param words each as PostgreSQL reads a tsquery.
 */
export const searchPageSql = (
  tenantId: number,
  { listing, columns }: List,
  request: ListRequest,
  words: readonly string[],
  window: LogWindow,
): Sql => {
  const keys = buildSortKeys(listing, request.order)
  const { skip, take, order } = request
  const found = foundSql(tenantId, words, window, order[0]?.descending === true, skip + take + 1)
  const rows = Prisma.sql`SELECT f.id, f.occurred_at AS k0, f.id AS k1 FROM found f OFFSET ${skip}::integer`
  const parts = {
    queries: Prisma.sql`found AS MATERIALIZED (${found}),`,
    chosen: numberedSql(keys, rows, take + 1),
    total: Prisma.sql`(SELECT coalesce(max(f.total), 0) FROM found f)`,
    keys,
  }
  return statementSql({ listing, columns }, parts, { tenantId, take })
}

/** Selects the first matches, each with the total. */
const foundSql = (
  tenantId: number,
  words: readonly string[],
  { from, to, type, levels }: LogWindow,
  isLatestFirst: boolean,
  rows: number,
): Sql => Prisma.sql`
  SELECT * FROM log_search_page(${tenantId}::integer, ${[...words]}::text[]::tsquery[],
    coalesce(${from ?? null}::timestamptz, '-infinity'), coalesce(${to ?? null}::timestamptz, 'infinity'),
    ${type ?? null}::text, ${levels ? [...levels] : null}::smallint[], ${isLatestFirst}::boolean, ${rows}::integer,
    ${MAX_COUNTED + 1}::integer)`
