import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Param, Params } from '../database/shape.ts'
import { contactOfChaptersSql } from '../tenancy/chapter-contacts.ts'
import type { Scope } from '../tenancy/scope.ts'
import { afterSql } from './continuation.ts'
import { usesOnly } from './filter.ts'
import { filterSql } from './filter-sql.ts'
import { keptTotalSql } from './kept-totals.ts'
import type { KeptTotals, Listing, Search, SideTable } from './listing.ts'
import { findMatching, type Matching } from './matching.ts'
import { buildSortKeys, orderBySql, type SortKey } from './order.ts'
import { type ListRequest, PAGE } from './request.ts'
import { searchFor } from './search.ts'
import { findSideTableTest } from './side-table-filter.ts'
import { type MatchedPage, matchedPageSql } from './side-table-matches.ts'
import { type SideTablePage, sideTablePageSql } from './side-table-order.ts'
import { sideTableTotalSql } from './side-table-total.ts'

/** The input of all parts of a page's statement. */
interface Plan {
  listing: Listing
  request: ListRequest
  tenantId: number
  keys: SortKey[]
  /** Undefined without a search, null if the text contains nothing to search for. */
  search: Search | null | undefined
  /** The rows to choose from: the listing's tables, or the rows of a search that has all columns. */
  from: Sql
  /** Whether the rows of a search are looked up one by one. */
  isLookedUp: boolean
  /** The conditions that rows must meet on every page. */
  conditions: Sql[]
  totals: KeptTotals | undefined
  /** The matches of the filter if they are found before the page is chosen. */
  matching: Matching | null
  /** The conditions without the filter. */
  unfiltered: Sql[]
}

/**
 * Returns the statement of a page (see readPage): first the ids and keys in the order of an index, then only those
 * rows. It is planned once for tenants of every size: the planner knows neither the tenant nor the limit.
 */
export const pageSql = (
  scope: Pick<Scope, 'db' | 'tenant' | 'chapters'>,
  listing: Listing,
  request: ListRequest,
  columns: Sql,
  joins: Sql = Prisma.empty,
): Sql => {
  const plan = planOf(scope, listing, request)
  const { tenantId, keys, search, matching } = plan
  const found = search ? Prisma.sql`found AS MATERIALIZED (${search.found}),` : Prisma.empty
  const parts = {
    queries: Prisma.sql`${found} ${matching?.queries ?? Prisma.empty}`,
    chosen: chosenSql(plan),
    total: totalSql(plan),
    keys,
  }
  return statementSql({ listing, columns, joins }, parts, { tenantId, take: request.take })
}

/** What the rows of a page are read from, and their columns. */
export interface PageRows {
  listing: Listing
  columns: Sql
  joins?: Sql
}

/** The parts of the statement that differ by request. */
interface PageParts {
  /** Queries of the WITH that the others use. */
  queries: Sql
  chosen: Sql
  total: Sql
  keys: readonly SortKey[]
}

/**
 * Selects the statement of a page by its parts. The tables of a listing have short aliases, so `picked` is none of
 * theirs. The rows are looked up one by one: without OFFSET the planner joins all rows of a tenant that it knows
 * nothing about.
 */
export const statementSql = (
  { listing, columns, joins = Prisma.empty }: PageRows,
  { queries, chosen, total, keys }: PageParts,
  { tenantId, take }: Params<{ tenantId: number; take: number }>,
): Sql => Prisma.sql`WITH ${queries} chosen AS MATERIALIZED (${chosen})
    SELECT
      (SELECT coalesce(json_agg(made.row_json ORDER BY picked.n), '[]')::text
        FROM chosen picked CROSS JOIN LATERAL (
          SELECT row_to_json(x) AS row_json FROM (
            SELECT ${columns} FROM ${listing.from} ${joins}
            WHERE ${listing.tenant} = ${tenantId}::integer AND ${listing.id} = picked.id OFFSET 0) x) made
        WHERE picked.n <= ${take}::integer) AS results,
      ${total}::text AS total,
      (SELECT ARRAY[${eachKey(keys, (name) => Prisma.sql`picked.${name}::text`)}] FROM chosen picked
        WHERE picked.n = ${take}::integer AND EXISTS (SELECT FROM chosen more WHERE more.n > ${take}::integer)) AS last`

export const keyColumns = (listing: Listing, keys: readonly SortKey[]): Sql =>
  Prisma.sql`${listing.id} AS id, ${eachKey(keys, (name, { sql }) => Prisma.sql`${sql} AS ${name}`)}`

const orderByName = (keys: readonly SortKey[]): Sql =>
  eachKey(keys, (name, { descending }) => Prisma.sql`k.${name} ${descending ? DESC : ASC}`)

/** Numbers rows by their keys. @param most the number of rows. */
export const numberedSql = (keys: readonly SortKey[], ordered: Sql, most: Param<number>): Sql =>
  Prisma.sql`SELECT k.*, row_number() OVER (ORDER BY ${orderByName(keys)}) AS n FROM (${ordered}) k
    LIMIT ${most}::integer`

export const countSql = (rows: Sql): Sql => Prisma.sql`(SELECT count(*) FROM ${rows} counted)`

const planOf = (
  { db, tenant, chapters }: Pick<Scope, 'db' | 'tenant' | 'chapters'>,
  listing: Listing,
  request: ListRequest,
): Plan => {
  const { tenantId } = db
  const { criteria, filter, filterPointer: pointer } = request
  const search = criteria === null ? undefined : searchFor(listing, tenantId, criteria)
  const rows = search?.rows && hasFields(search.rows, listing, request) ? search.rows.from : null
  const isLookedUp = !!search && !rows
  const conditions = rows ? [] : [Prisma.sql`${listing.tenant} = ${tenantId}::integer`, listing.listed]
  // Row-level security limits the caller to these contacts anyway. With this condition, the plan starts from the few
  // hundred members of a chapter instead of the tenant's million contacts.
  if (chapters && listing.contact && !rows)
    conditions.push(contactOfChaptersSql(listing.contact, tenantId, chapters.readable))
  if (isLookedUp) conditions.push(Prisma.sql`${listing.id} = found.id`)
  if (search === null) conditions.push(Prisma.sql`false`)
  const unfiltered = [...conditions]
  if (filter) conditions.push(filterSql(filter, { listing, timeZone: tenant.timeZone, pointer }))
  const from = rows ?? listing.from
  // Kept totals count the whole tenant.
  const totals = chapters ? undefined : listing.totals
  const keys = buildSortKeys(listing, request.order)
  const plan = { listing, request, tenantId, keys, search, from, isLookedUp, conditions, unfiltered, totals }
  return { ...plan, matching: findMatching(plan, { timeZone: tenant.timeZone, isLimited: !!chapters }) }
}

/** Returns whether the rows of a search have all fields that the request uses. */
const hasFields = (rows: NonNullable<Search['rows']>, { fields }: Listing, { filter, order }: ListRequest): boolean =>
  (!filter || usesOnly(filter, rows.fields)) &&
  order.every(({ field }) => fields[field]?.sideTable || rows.orders.includes(field))

/** Returns numbered ids and keys of the page and of one row more. */
const chosenSql = (plan: Plan): Sql => {
  const { listing, request, keys, isLookedUp, conditions, search, matching } = plan
  const { after, skip, take } = request
  const sideTable = keys[0]?.sideTable
  if (sideTable && search === undefined) return sideTablePageSql(sideTablePage(plan, sideTable))
  const from = sideTable ? withValues(plan, sideTable) : plan.from
  const wanted = after ? [...conditions, afterSql(keys, after)] : conditions
  const columns = keyColumns(listing, keys)
  const select = Prisma.sql`SELECT ${columns} FROM ${from} ${where(wanted)}`
  const order = orderByName(keys)
  const offset = skip > 0 ? Prisma.sql`OFFSET ${skip}::integer` : Prisma.empty
  const limit = Prisma.sql`LIMIT ${roundedUp(take + 1)} ${offset}`
  const ordered = matching
    ? matchedPage(plan, matching, { columns, orderByName: order, window: limit })
    : isLookedUp
      ? Prisma.sql`SELECT k.* FROM ${eachFound(select)} k ORDER BY ${order} ${limit}`
      : Prisma.sql`${select} ORDER BY ${orderBySql(keys)} ${limit}`
  return numberedSql(keys, ordered, take + 1)
}

const matchedPage = (
  { listing, request: { after }, keys, unfiltered }: Plan,
  { matches }: Matching,
  parts: Pick<MatchedPage, 'columns' | 'orderByName' | 'window'>,
): Sql => {
  const begin = after ? afterSql(keys, after) : Prisma.sql`true`
  const matched = matches(listing.id)
  return matchedPageSql({ listing, matched, conditions: unfiltered, begin, order: orderBySql(keys), ...parts })
}

/** Returns a page ordered by a field with a side table, without a search. */
const sideTablePage = (
  { listing, request, keys, conditions, unfiltered, matching }: Plan,
  sideTable: SideTable,
): SideTablePage => {
  const { filter, filterPointer: pointer, after, skip, take } = request
  const test = filter ? findSideTableTest(filter, { listing, pointer }) : null
  const isOwn = test?.sideTable === sideTable
  const own = filter === null ? Prisma.sql`true` : isOwn ? test.test : null
  const page = { listing, sideTable, keys, own, withMissing: !isOwn, after, skip, take, limit: roundedUp(take + 1) }
  return matching
    ? { ...page, conditions: unfiltered, matched: matching.matches }
    : { ...page, conditions, matched: null }
}

/** Returns the rows of a search, each with the value to order by. */
const withValues = ({ listing, from }: Plan, { rows, isValue, id, isFirst }: SideTable): Sql =>
  Prisma.sql`${from} LEFT JOIN ${rows} ON ${isValue} AND ${isFirst ?? Prisma.sql`true`} AND ${id} = ${listing.id}`

export const where = (conditions: Sql[]): Sql =>
  conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty

const ASC = Prisma.sql`ASC`
const DESC = Prisma.sql`DESC`

/**
 * Returns the limit as a constant of a few sizes. The planner assumes a tenth of the table for a limit that it does not
 * know, and then sorts instead of reading an index in order.
 */
const roundedUp = (rows: number): Sql => Prisma.raw(String(sizeFor(rows)))
export const sizeFor = (rows: number): number => SIZES.find((size) => size >= rows) ?? PAGE.max + 1
const SIZES = [PAGE.default + 1, 4 * PAGE.default + 1, PAGE.max + 1]

/**
 * Looks up the rows of a search by id, one by one. OFFSET prevents other plans: the planner does not know how many rows
 * the search finds, and would read all rows of a tenant of average size.
 */
const eachFound = (select: Sql): Sql => Prisma.sql`found CROSS JOIN LATERAL (${select} OFFSET 0)`

/** Returns one expression for each key, by the names that keys have inside the statement: k0, k1 ... */
const eachKey = (keys: readonly SortKey[], write: (name: Sql, key: SortKey) => Sql): Sql =>
  Prisma.join(keys.map((key, index) => write(Prisma.raw(`k${index}`), key)))

const totalSql = ({
  listing,
  totals,
  request,
  tenantId,
  search,
  from,
  isLookedUp,
  conditions,
  matching,
}: Plan): Sql => {
  if (matching) return matching.matches(listing.id).total
  const kept = search === undefined ? keptTotalSql(totals, tenantId, request.filter) : null
  if (kept) return kept
  if (search?.rows && !request.filter) return Prisma.sql`(SELECT count(*) FROM found)`
  const counted =
    search === undefined && request.filter ? sideTableTotalSql({ ...listing, totals }, request, tenantId) : null
  if (counted) return counted
  const select = Prisma.sql`SELECT FROM ${from} ${where(conditions)}`
  return countSql(isLookedUp ? eachFound(select) : Prisma.sql`(${select})`)
}
