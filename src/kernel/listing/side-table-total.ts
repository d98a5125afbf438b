import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Filter } from './filter.ts'
import { keptTotalSql } from './kept-totals.ts'
import type { Listing } from './listing.ts'
import type { ListRequest } from './request.ts'
import { findSideTableTest, type SideTableTest } from './side-table-filter.ts'

/**
 * Returns the total of a filter that tests only one field with a side table, counted in the index of that table. For a
 * filter that tests that there is no value, the kept total minus that number. Null for every other filter.
 */
export const sideTableTotalSql = (
  listing: Listing,
  { filter, filterPointer: pointer }: ListRequest,
  tenantId: number,
): Sql | null => {
  if (!filter) return null
  const test = findSideTableTest(filter, { listing, pointer })
  if (test) return Prisma.sql`(${valueCountSql(test)})`
  const opposite = oppositeOf(filter)
  const others = opposite && findSideTableTest(opposite, { listing, pointer })
  const all = others ? keptTotalSql(listing.totals, tenantId, null) : null
  return others && all ? Prisma.sql`(${all} - (${valueCountSql(others)}))` : null
}

/** Counts the records with a value that meets the test: a statement with one column, `n`. */
export const valueCountSql = ({ sideTable: { rows, isValue, id, isFirst }, test }: SideTableTest): Sql => {
  const counted = isFirst ? Prisma.sql`DISTINCT ${id}` : Prisma.sql`*`
  return Prisma.sql`SELECT count(${counted}) AS n FROM ${rows} WHERE ${isValue} AND ${test}`
}

/** Returns the filter for all other rows, if there is a simple one; else null. */
const oppositeOf = (filter: Filter): Filter | null => {
  if (filter.op === 'not') return filter.part
  if (filter.op === 'ne') return { ...filter, op: 'eq' }
  return filter.op === 'eq' && filter.value.kind === 'null' ? { ...filter, op: 'ne' } : null
}
