import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { contactOfChaptersSql } from '../tenancy/chapter-contacts.ts'
import type { Scope } from '../tenancy/scope.ts'
import { besideTest } from './beside-filter.ts'
import { type MatchedPage, matchedChosenSql } from './beside-matched.ts'
import { type BesidePage, besideChosenSql } from './beside-order.ts'
import { besideTotal } from './beside-total.ts'
import { behind } from './continuation.ts'
import { isOver } from './filter.ts'
import { filterSql } from './filter-sql.ts'
import type { Beside, KeptTotals, Listing, Search } from './listing.ts'
import { type Matching, matchingOf } from './matching.ts'
import { orderBy, type SortKey, sortKeys } from './order.ts'
import { type ListRequest, PAGE } from './request.ts'
import { keptTotal } from './totals.ts'

/** What the parts of a page's statement are made from. */
interface Plan {
  listing: Listing
  request: ListRequest
  tenantId: number
  keys: SortKey[]
  /** Undefined where nothing is searched for, null where the text holds nothing that could be found. */
  search: Search | null | undefined
  /** The rows to choose from: the listing's tables, or what a search found where that says enough of them. */
  from: Sql
  /** Whether what was found is looked up row by row. */
  isLookedUp: boolean
  /** What rows must meet, wherever the page begins. */
  conditions: Sql[]
  totals: KeptTotals | undefined
  /** Where what the filter matches is known before the page is chosen. */
  matching: Matching | null
  /** The conditions without the filter. */
  unfiltered: Sql[]
}

/**
 * The statement of a page (see readPage): first the ids and keys, as an index gives them, then those rows alone. It is
 * written to be planned once for tenants of every size, of which the planner knows neither the tenant nor a limit.
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
  const { take } = request
  return Prisma.sql`WITH ${search ? Prisma.sql`found AS MATERIALIZED (${search.found}),` : Prisma.empty}
    ${matching?.queries ?? Prisma.empty}
    chosen AS MATERIALIZED (${chosenSql(plan)})
    SELECT
      (SELECT coalesce(json_agg(made.row_json ORDER BY s.n), '[]')::text
        FROM chosen s CROSS JOIN LATERAL (
          SELECT row_to_json(x) AS row_json FROM (
            SELECT ${columns} FROM ${listing.from} ${joins}
            WHERE ${listing.tenant} = ${tenantId}::integer AND ${listing.id} = s.id) x) made
        WHERE s.n <= ${take}::integer) AS results,
      ${totalSql(plan)}::text AS total,
      (SELECT ARRAY[${eachKey(keys, (name) => Prisma.sql`s.${name}::text`)}] FROM chosen s
        WHERE s.n = ${take}::integer AND EXISTS (SELECT FROM chosen more WHERE more.n > ${take}::integer)) AS last`
}

const planOf = (
  { db, tenant, chapters }: Pick<Scope, 'db' | 'tenant' | 'chapters'>,
  listing: Listing,
  request: ListRequest,
): Plan => {
  const { tenantId } = db
  const { criteria, filter, filterPointer: pointer } = request
  const search = criteria === null ? undefined : listing.search?.(tenantId, criteria)
  const rows = search?.rows && (!filter || isOver(filter, search.rows.fields)) ? search.rows.from : null
  const isLookedUp = !!search && !rows
  const conditions = rows ? [] : [Prisma.sql`${listing.tenant} = ${tenantId}::integer`, listing.listed]
  // Row-level security limits the caller to these contacts anyway. With this condition the plan starts from the few
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
  const keys = sortKeys(listing, request.order)
  const plan = { listing, request, tenantId, keys, search, from, isLookedUp, conditions, unfiltered, totals }
  return { ...plan, matching: matchingOf(plan, { timeZone: tenant.timeZone, isLimited: !!chapters }) }
}

/** Ids and keys of the page and of one row more, numbered. */
const chosenSql = (plan: Plan): Sql => {
  const { listing, request, keys, isLookedUp, conditions, search, matching } = plan
  const { after, skip, take } = request
  const beside = keys[0]?.beside
  if (beside && search === undefined) return besideChosenSql(besidePage(plan, beside))
  const from = beside ? withValues(plan, beside) : plan.from
  const wanted = after ? [...conditions, behind(keys, after)] : conditions
  const columns = Prisma.sql`${listing.id} AS id, ${eachKey(keys, (name, { sql }) => Prisma.sql`${sql} AS ${name}`)}`
  const select = Prisma.sql`SELECT ${columns} FROM ${from} ${where(wanted)}`
  const order = eachKey(keys, (name, { descending }) => Prisma.sql`k.${name} ${descending ? DESC : ASC}`)
  const offset = skip > 0 ? Prisma.sql`OFFSET ${skip}::integer` : Prisma.empty
  const limit = Prisma.sql`LIMIT ${roundedUp(take + 1)} ${offset}`
  const ordered = matching
    ? matchedPage(plan, matching, { columns, orderByName: order, window: limit })
    : isLookedUp
      ? Prisma.sql`SELECT k.* FROM ${eachFound(select)} k ORDER BY ${order} ${limit}`
      : Prisma.sql`${select} ORDER BY ${orderBy(keys)} ${limit}`
  return Prisma.sql`SELECT k.*, row_number() OVER (ORDER BY ${order}) AS n FROM (${ordered}) k
    LIMIT ${take + 1}::integer`
}

const matchedPage = (
  { listing, request: { after }, keys, unfiltered }: Plan,
  { matches }: Matching,
  parts: Pick<MatchedPage, 'columns' | 'orderByName' | 'window'>,
): Sql => {
  const begin = after ? behind(keys, after) : Prisma.sql`true`
  const matched = matches(listing.id)
  return matchedChosenSql({ listing, matched, conditions: unfiltered, begin, order: orderBy(keys), ...parts })
}

/** A page in the order of values that are kept beside, where nothing is searched for. */
const besidePage = ({ listing, request, keys, conditions, unfiltered, matching }: Plan, beside: Beside): BesidePage => {
  const { filter, filterPointer: pointer, after, skip, take } = request
  const test = filter ? besideTest(filter, { listing, pointer }) : null
  const isOwn = test?.beside === beside
  const own = filter === null ? Prisma.sql`true` : isOwn ? test.test : null
  const page = { listing, beside, keys, own, withMissing: !isOwn, after, skip, take, limit: roundedUp(take + 1) }
  return matching
    ? { ...page, conditions: unfiltered, matched: matching.matches }
    : { ...page, conditions, matched: null }
}

/** What was found, each with the value that it is ordered by. */
const withValues = ({ listing, from }: Plan, { rows, are, id, first }: Beside): Sql =>
  Prisma.sql`${from} LEFT JOIN ${rows} ON ${are} AND ${first ?? Prisma.sql`true`} AND ${id} = ${listing.id}`

const where = (conditions: Sql[]): Sql =>
  conditions.length > 0 ? Prisma.sql`WHERE ${Prisma.join(conditions, ' AND ')}` : Prisma.empty

const ASC = Prisma.sql`ASC`
const DESC = Prisma.sql`DESC`

/**
 * The limit as a constant of a few sizes: one that the planner does not know it takes for a tenth of the table, and
 * would rather sort than walk an index.
 */
const roundedUp = (rows: number): Sql => Prisma.raw(String(SIZES.find((size) => size >= rows)))
const SIZES = [PAGE.default + 1, 4 * PAGE.default + 1, PAGE.max + 1]

/**
 * What was found is looked up by id, one by one. OFFSET keeps to that: the planner, which does not know how many will
 * be found, would rather read all of a tenant of the usual size.
 */
const eachFound = (select: Sql): Sql => Prisma.sql`found CROSS JOIN LATERAL (${select} OFFSET 0)`

/** Something of each key, by the names that keys have inside the statement: k0, k1 ... */
const eachKey = (keys: readonly SortKey[], write: (name: Sql, key: SortKey) => Sql): Sql =>
  Prisma.join(keys.map((key, place) => write(Prisma.raw(`k${place}`), key)))

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
  const kept = search === undefined ? keptTotal(totals, tenantId, request.filter) : null
  if (kept) return kept
  if (search?.rows && !request.filter) return Prisma.sql`(SELECT count(*) FROM found)`
  const held = search === undefined && request.filter ? besideTotal({ ...listing, totals }, request, tenantId) : null
  if (held) return held
  const select = Prisma.sql`SELECT FROM ${from} ${where(conditions)}`
  return Prisma.sql`(SELECT count(*) FROM ${isLookedUp ? eachFound(select) : Prisma.sql`(${select})`} counted)`
}
