import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from '../../generated/prisma/internal/prismaNamespace.ts'
import { type BesideTest, existsSql } from './beside-filter.ts'
import { countSql } from './beside-total.ts'
import type { Listing } from './listing.ts'

/**
 * From how many matches on it is quicker to walk the list in its order and ask of each row whether it has a matching
 * value; below it is quicker to look up the rows of the values. Both ways cost some tens of milliseconds there.
 */
const MANY = 5000

/** A page in an order of the list's own, of the rows with a matching value of one field that is kept beside. */
export interface MatchedPage {
  listing: Listing
  matching: BesideTest
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

/** The WITH query by which the number of matches decides, and which is the total, too. */
export const matchedSql = (matching: BesideTest): Sql => Prisma.sql`matched AS MATERIALIZED (${countSql(matching)}),`
export const MATCHED_TOTAL = Prisma.sql`(SELECT n FROM matched)`

/**
 * Ids and keys of the page. No plan is right for few matches and for most of a million, and the planner, which plans for
 * any value, knows nothing of their number: so both ways are written down, and the count leaves one of them out.
 */
export const matchedChosenSql = (page: MatchedPage): Sql => {
  const { listing, matching, conditions, begin, columns, order, orderByName, window } = page
  const { beside, test } = matching
  const listed = Prisma.sql`${Prisma.join([...conditions, begin], ' AND ')}`
  // OFFSET 0 keeps each way as it is written.
  const has = existsSql(listing, beside, Prisma.sql`${test} OFFSET 0`)
  const distinct = beside.first ? Prisma.sql`DISTINCT` : Prisma.empty
  const holders = Prisma.sql`SELECT ${distinct} ${beside.id} AS id FROM ${beside.rows} WHERE ${beside.are} AND ${test}`
  return Prisma.sql`SELECT * FROM (
      SELECT ${columns} FROM ${listing.from} WHERE ${listed} AND ${has} AND ${MATCHED_TOTAL} > ${MANY}::integer
      ORDER BY ${order} ${window}) walked
    UNION ALL SELECT * FROM (
      SELECT k.* FROM (${holders} OFFSET 0) h
      CROSS JOIN LATERAL (SELECT ${columns} FROM ${listing.from} WHERE ${listed} AND ${listing.id} = h.id OFFSET 0) k
      WHERE ${MATCHED_TOTAL} <= ${MANY}::integer
      ORDER BY ${orderByName} ${window}) looked_up`
}
