import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from '../../generated/prisma/internal/prismaNamespace.ts'
import type { Scope } from '../tenancy/scope.ts'
import { behind, writeContinuation } from './continuation.ts'
import { filterSql } from './filter-sql.ts'
import type { Listing, Search } from './listing.ts'
import { orderBy, type SortKey, sortKeys } from './order.ts'
import { type ListRequest, PAGE } from './request.ts'
import { keptTotal } from './totals.ts'

export interface Page {
  /** The rows as the text of a JSON array. */
  results: string
  total: number
  /** Where the next page begins; null on the last. */
  continuation: string | null
}

interface PageRow {
  results: string
  total: string
  last: string[] | null
}

/**
 * One page with its exact total, in one statement whatever its size: first the ids and keys, as an index gives them,
 * then those rows alone. PostgreSQL makes the JSON.
 *
 * @param columns the documented row: expressions over the listing's tables, named in quotes (`c.city AS "City"`).
 * @param joins further tables of a row, joined to the listing's; none that could double a row.
 */
export const readPage = async (
  scope: Pick<Scope, 'db' | 'tenant'>,
  listing: Listing,
  request: ListRequest,
  columns: Sql,
  joins: Sql = Prisma.empty,
): Promise<Page> => {
  const [row] = await scope.db.rows<PageRow>(pageSql(scope, listing, request, columns, joins))
  const last = row?.last
  return {
    results: row?.results ?? '[]',
    total: Number(row?.total ?? 0),
    continuation: last ? writeContinuation(request.order, last) : null,
  }
}

/** The statement of a page; see readPage. Exported for looking at its plan. */
export const pageSql = (
  { db, tenant }: Pick<Scope, 'db' | 'tenant'>,
  listing: Listing,
  request: ListRequest,
  columns: Sql,
  joins: Sql = Prisma.empty,
): Sql => {
  const { take, criteria } = request
  const keys = sortKeys(listing, request.order)
  const search = criteria === null || !listing.search ? undefined : listing.search(db.tenantId, criteria)
  const filter = request.filter
    ? filterSql(request.filter, { listing, timeZone: tenant.timeZone, pointer: request.filterPointer })
    : null
  const conditions = [
    Prisma.sql`${listing.tenant} = ${db.tenantId}::integer`,
    listing.listed,
    ...(search === undefined ? [] : [foundSql(listing, search)]),
    ...(filter ? [filter] : []),
  ]
  return Prisma.sql`WITH ${search ? Prisma.sql`found AS MATERIALIZED (${search.found}),` : Prisma.empty}
    chosen AS MATERIALIZED (${chosenSql(listing, request, keys, conditions)})
    SELECT (SELECT coalesce(json_agg(made.row_json ORDER BY s.n), '[]')::text
        FROM chosen s CROSS JOIN LATERAL (SELECT row_to_json(x) AS row_json FROM (SELECT ${columns} FROM ${listing.from} ${joins}
          WHERE ${listing.tenant} = ${db.tenantId}::integer AND ${listing.id} = s.id) x) made
        WHERE s.n <= ${take}::integer) AS results,
      ${totalSql(listing, request, db.tenantId, search, conditions)}::text AS total,
      (SELECT ARRAY[${keyColumns(keys, (name) => Prisma.sql`s.${name}::text`)}] FROM chosen s
        WHERE s.n = ${take}::integer AND EXISTS (SELECT FROM chosen more WHERE more.n > ${take}::integer)) AS last`
}

/**
 * A search for nothing that can be found finds nothing. The ids stand as an array, because the planner would hash a
 * subselect of unknown size against the whole table.
 */
const foundSql = (listing: Listing, search: Search | null): Sql =>
  search === null ? Prisma.sql`false` : Prisma.sql`${listing.id} = ANY (ARRAY(SELECT found.id FROM found))`

/**
 * Ids and keys of the page and of one row more. The inner limit is a constant because the planner takes a limit that it
 * does not know for a tenth of the table, and would sort it.
 */
const chosenSql = (
  listing: Listing,
  request: ListRequest,
  keys: readonly SortKey[],
  conditions: readonly Sql[],
): Sql => {
  const all = request.after ? [...conditions, behind(keys, request.after)] : conditions
  const named = keyColumns(keys, (name, key) => Prisma.sql`${key.sql} AS ${name}`)
  const again = keyColumns(keys, (name, key) => Prisma.sql`most.${name} ${key.descending ? DESC : ASC}`)
  return Prisma.sql`SELECT most.*, row_number() OVER (ORDER BY ${again}) AS n FROM (
      SELECT ${listing.id} AS id, ${named} FROM ${listing.from} WHERE ${Prisma.join([...all], ' AND ')}
      ORDER BY ${orderBy(keys)} LIMIT ${MOST_ROWS} ${request.skip > 0 ? Prisma.sql`OFFSET ${request.skip}::integer` : Prisma.empty}
    ) most LIMIT ${request.take + 1}::integer`
}

const ASC = Prisma.sql`ASC`
const DESC = Prisma.sql`DESC`
const MOST_ROWS = Prisma.raw(String(PAGE.most + 1))

/** k0, k1 ...: the names of the keys inside the statement. */
const keyColumns = (keys: readonly SortKey[], write: (name: Sql, key: SortKey) => Sql): Sql =>
  Prisma.join(keys.map((key, place) => write(Prisma.raw(`k${place}`), key)))

const totalSql = (
  listing: Listing,
  request: ListRequest,
  tenantId: number,
  search: Search | null | undefined,
  conditions: readonly Sql[],
): Sql => {
  const kept = search === undefined ? keptTotal(listing.totals, tenantId, request.filter) : null
  if (kept) return kept
  if (search?.isListed && !request.filter) return Prisma.sql`(SELECT count(*) FROM found)`
  return Prisma.sql`(SELECT count(*) FROM ${listing.from} WHERE ${Prisma.join([...conditions], ' AND ')})`
}
