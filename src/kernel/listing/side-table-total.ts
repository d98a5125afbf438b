import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type BesideTest, besideTest } from './side-table-filter.ts'
import type { Filter } from './filter.ts'
import type { Listing } from './listing.ts'
import type { ListRequest } from './request.ts'
import { keptTotal } from './kept-totals.ts'

/**
 * The total of a filter that asks for one field that is kept beside and nothing else, counted in the index of its
 * values; of one that asks for the absence of such a value, the rest of the kept total. Null for any other.
 */
export const besideTotal = (
  listing: Listing,
  { filter, filterPointer: pointer }: ListRequest,
  tenantId: number,
): Sql | null => {
  if (!filter) return null
  const test = besideTest(filter, { listing, pointer })
  if (test) return Prisma.sql`(${countSql(test)})`
  const opposite = oppositeOf(filter)
  const others = opposite && besideTest(opposite, { listing, pointer })
  const all = others ? keptTotal(listing.totals, tenantId, null) : null
  return others && all ? Prisma.sql`(${all} - (${countSql(others)}))` : null
}

/** How many records have a value that meets the test: a statement, its one column `n`. */
export const countSql = ({ beside: { rows, are, id, first }, test }: BesideTest): Sql => {
  const counted = first ? Prisma.sql`DISTINCT ${id}` : Prisma.sql`*`
  return Prisma.sql`SELECT count(${counted}) AS n FROM ${rows} WHERE ${are} AND ${test}`
}

/** What a filter leaves out, where that can be asked for in the same words. */
const oppositeOf = (filter: Filter): Filter | null => {
  if (filter.op === 'not') return filter.part
  if (filter.op === 'ne') return { ...filter, op: 'eq' }
  return filter.op === 'eq' && filter.value.kind === 'null' ? { ...filter, op: 'ne' } : null
}
