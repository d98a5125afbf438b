import type { Sql } from '#prisma/internal/prismaNamespace'
import { besideTest } from './side-table-filter.ts'
import { countedMatches, countedSql, type Matched } from './side-table-matches.ts'
import { besideTotal } from './side-table-total.ts'
import type { KeptTotals, Listing, Search } from './listing.ts'
import { matchedSetSql, namesBeside, setMatches } from './matched-set.ts'
import type { SortKey } from './order.ts'
import type { ListRequest } from './request.ts'
import { keptTotal } from './kept-totals.ts'

/** What a filter matches, where that is known before the page is chosen. */
export interface Matching {
  /** The WITH queries that tell it, each with a comma behind it. */
  queries: Sql
  matches: (id: Sql) => Matched
}

interface Asked {
  listing: Listing
  request: ListRequest
  tenantId: number
  keys: readonly SortKey[]
  search: Search | null | undefined
  /** What rows must meet beside the filter. */
  unfiltered: readonly Sql[]
  totals: KeptTotals | undefined
}

interface Caller {
  timeZone: string
  /** To chapters: then the members are where the plan sets out, not the values of everybody. */
  isLimited: boolean
}

/** Null where rows are asked one by one, as an index gives them: a search, or no field that is kept beside. */
export const matchingOf = (asked: Asked, { timeZone, isLimited }: Caller): Matching | null => {
  if (asked.search !== undefined || !asked.request.filter) return null
  return countedOf(asked) ?? (isLimited ? null : setOf(asked, timeZone))
}

/** Of a filter that is one test of values, in an order of the list's own. */
const countedOf = ({ listing, request, keys }: Asked): Matching | null => {
  const { filter, filterPointer: pointer } = request
  const test = filter && !keys[0]?.beside ? besideTest(filter, { listing, pointer }) : null
  return test && { queries: countedSql(test), matches: () => countedMatches(listing, test) }
}

/** Of the others; but none whose total is kept or counted in the values' index alone: many match, and soon. */
const setOf = (asked: Asked, timeZone: string): Matching | null => {
  const { listing, request, tenantId, keys, unfiltered, totals } = asked
  const { filter, filterPointer: pointer } = request
  const beside = keys[0]?.beside
  if (!filter || (!beside && !namesBeside(filter, listing))) return null
  if (beside && besideTest(filter, { listing, pointer })?.beside === beside) return null
  if (keptTotal(totals, tenantId, filter)) return null
  if (!beside && besideTotal({ ...listing, totals }, request, tenantId)) return null
  return { queries: matchedSetSql(filter, { listing, timeZone, pointer }, unfiltered), matches: setMatches }
}
