import type { Sql } from '#prisma/internal/prismaNamespace'
import { keptTotalSql } from './kept-totals.ts'
import type { KeptTotals, Listing, Search } from './listing.ts'
import { buildSetMatches, matchedSetSql, usesSideTable } from './matched-set.ts'
import type { SortKey } from './order.ts'
import type { ListRequest } from './request.ts'
import { findSideTableTest } from './side-table-filter.ts'
import { buildCountedMatches, type Matched, matchCountSql } from './side-table-matches.ts'
import { sideTableTotalSql } from './side-table-total.ts'

/** The matches of a filter that are found before the page is chosen. */
export interface Matching {
  /** The WITH queries that find them, each followed by a comma. */
  queries: Sql
  matches: (id: Sql) => Matched
}

interface Query {
  listing: Listing
  request: ListRequest
  tenantId: number
  keys: readonly SortKey[]
  search: Search | null | undefined
  /** The conditions without the filter. */
  unfiltered: readonly Sql[]
  totals: KeptTotals | undefined
}

interface Caller {
  timeZone: string
  /** To chapters: then the plan starts from their members, not from the values of all contacts. */
  isLimited: boolean
}

/** Returns null if each row is tested in the order of an index: for a search, and for a filter without side tables. */
export const findMatching = (query: Query, { timeZone, isLimited }: Caller): Matching | null => {
  if (query.search !== undefined || !query.request.filter) return null
  return countedOf(query) ?? (isLimited ? null : setOf(query, timeZone))
}

/** Returns the matches of a filter that is one test of a side table, in an order by columns of the list. */
const countedOf = ({ listing, request, keys }: Query): Matching | null => {
  const { filter, filterPointer: pointer } = request
  const test = filter && !keys[0]?.sideTable ? findSideTableTest(filter, { listing, pointer }) : null
  return test && { queries: matchCountSql(test), matches: () => buildCountedMatches(listing, test) }
}

/**
 * Returns the set of matches of the other filters; null if the total is kept or counted in one index: then the first
 * page is found quickly.
 */
const setOf = (query: Query, timeZone: string): Matching | null => {
  const { listing, request, tenantId, keys, unfiltered, totals } = query
  const { filter, filterPointer: pointer } = request
  const sideTable = keys[0]?.sideTable
  if (!filter || (!sideTable && !usesSideTable(filter, listing))) return null
  if (sideTable && findSideTableTest(filter, { listing, pointer })?.sideTable === sideTable) return null
  if (keptTotalSql(totals, tenantId, filter)) return null
  if (!sideTable && sideTableTotalSql({ ...listing, totals }, request, tenantId)) return null
  return { queries: matchedSetSql(filter, { listing, timeZone, pointer }, unfiltered), matches: buildSetMatches }
}
