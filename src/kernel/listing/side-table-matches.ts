import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type BesideTest, existsSql } from './side-table-filter.ts'
import { countSql } from './side-table-total.ts'
import type { Listing } from './listing.ts'

/**
 * From how many matches on it is quicker to walk the list in its order and ask of each row whether it matches; below it
 * is quicker to look up those that match. Both ways cost some tens of milliseconds there.
 */
export const MANY = 5000

/** What matched, as statements over WITH queries that know it before the page is chosen. */
export interface Matched {
  /** How many. */
  total: Sql
  /** Whether the listing's row is one of them. */
  has: Sql
  /** All of them, each once: a statement with the one column `id`. */
  ids: Sql
}

/** A page in an order of the list's own, of rows that matched. */
export interface MatchedPage {
  listing: Listing
  matched: Matched
  /** What listed rows must meet besides. */
  conditions: readonly Sql[]
  /** Where the page begins. */
  begin: Sql
  /** The row's id and the keys of the order. */
  columns: Sql
  /** By the list's columns, which an index has in this order. */
  order: Sql
  /** The same by the names that the keys have in `columns`, of rows `k`. */
  orderByName: Sql
  /** LIMIT and OFFSET. */
  window: Sql
}

/** Of a filter that is one test of values: the WITH query that counts them. */
export const countedSql = (matching: BesideTest): Sql => Prisma.sql`matched AS MATERIALIZED (${countSql(matching)}),`

/** What that query and the index of the values tell. OFFSET 0 keeps the statements as they are written. */
export const countedMatches = (listing: Listing, { beside, test }: BesideTest): Matched => {
  const distinct = beside.first ? Prisma.sql`DISTINCT` : Prisma.empty
  return {
    total: Prisma.sql`(SELECT n FROM matched)`,
    has: existsSql(listing, beside, Prisma.sql`${test} OFFSET 0`),
    ids: Prisma.sql`SELECT ${distinct} ${beside.id} AS id FROM ${beside.rows} WHERE ${beside.are} AND ${test} OFFSET 0`,
  }
}

/**
 * Ids and keys of the page. No plan is right for few matches and for most of a million, and the planner, which plans for
 * any value, knows nothing of their number: so both ways are written down, and the count leaves one of them out.
 */
export const matchedChosenSql = (page: MatchedPage): Sql => {
  const { listing, matched, conditions, begin, columns, order, orderByName, window } = page
  const { total, has, ids } = matched
  const listed = Prisma.sql`${Prisma.join([...conditions, begin], ' AND ')}`
  return Prisma.sql`SELECT * FROM (
      SELECT ${columns} FROM ${listing.from} WHERE ${listed} AND ${has} AND ${total} > ${MANY}::integer
      ORDER BY ${order} ${window}) walked
    UNION ALL SELECT * FROM (
      SELECT k.* FROM (${ids}) matching
      CROSS JOIN LATERAL (SELECT ${columns} FROM ${listing.from} WHERE ${listed} AND ${listing.id} = matching.id OFFSET 0) k
      WHERE ${total} <= ${MANY}::integer
      ORDER BY ${orderByName} ${window}) looked_up`
}
