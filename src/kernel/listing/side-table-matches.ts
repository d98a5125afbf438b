import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Listing } from './listing.ts'
import { existsSql, type SideTableTest } from './side-table-filter.ts'
import { valueCountSql } from './side-table-total.ts'

/**
 * Up to this number of matches, looking up each match is faster. Above it, reading the list in its order and testing
 * each row is faster. At this number both cost some tens of milliseconds.
 */
export const MAX_LOOKUPS = 5000

/** The rows that match a filter, as expressions over WITH queries that find them before the page is chosen. */
export interface Matched {
  total: Sql
  /** The condition that the listing's row matches. */
  has: Sql
  /** All matches without duplicates: a statement with one column, `id`. */
  ids: Sql
}

/** A page of rows that match, ordered by columns of the list. */
export interface MatchedPage {
  listing: Listing
  matched: Matched
  /** The other conditions that rows must meet. */
  conditions: readonly Sql[]
  /** The condition that a row is on this page or a later one. */
  begin: Sql
  /** The row's id and the keys of the order. */
  columns: Sql
  /** By the list's columns: an index has this order. */
  order: Sql
  /** The same order by the names of the keys in `columns`, for rows `k`. */
  orderByName: Sql
  /** LIMIT and OFFSET. */
  window: Sql
}

/** Returns the WITH query that counts the matches of a filter that is one test of a side table. */
export const matchCountSql = (matching: SideTableTest): Sql =>
  Prisma.sql`matched AS MATERIALIZED (${valueCountSql(matching)}),`

/**
 * Returns the matches, from that query and the index of the side table. OFFSET 0 prevents the planner from rewriting
 * them.
 */
export const buildCountedMatches = (listing: Listing, { sideTable, test }: SideTableTest): Matched => {
  const distinct = sideTable.isFirst ? Prisma.sql`DISTINCT` : Prisma.empty
  return {
    total: Prisma.sql`(SELECT n FROM matched)`,
    has: existsSql(listing, sideTable, Prisma.sql`${test} OFFSET 0`),
    ids: Prisma.sql`SELECT ${distinct} ${sideTable.id} AS id FROM ${sideTable.rows} WHERE ${sideTable.isValue} AND ${test} OFFSET 0`,
  }
}

/**
 * Returns ids and keys of the page. No single plan is fast both for a few matches and for most of a million rows, and
 * the planner, which plans for any value, does not know their number. So the statement contains both ways, and the
 * number of matches decides at run time which one returns rows.
 */
export const matchedPageSql = (page: MatchedPage): Sql => {
  const { listing, matched, conditions, begin, columns, order, orderByName, window } = page
  const { total, has, ids } = matched
  const listed = Prisma.sql`${Prisma.join([...conditions, begin], ' AND ')}`
  return Prisma.sql`SELECT * FROM (
      SELECT ${columns} FROM ${listing.from} WHERE ${listed} AND ${has} AND ${total} > ${MAX_LOOKUPS}::integer
      ORDER BY ${order} ${window}) walked
    UNION ALL SELECT * FROM (
      SELECT k.* FROM (${ids}) matching
      CROSS JOIN LATERAL (SELECT ${columns} FROM ${listing.from} WHERE ${listed} AND ${listing.id} = matching.id OFFSET 0) k
      WHERE ${total} <= ${MAX_LOOKUPS}::integer
      ORDER BY ${orderByName} ${window}) looked_up`
}
