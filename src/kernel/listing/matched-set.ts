import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type Filter, findFieldNames, splitConjunction } from './filter.ts'
import { type FilterContext, filterSql } from './filter-sql.ts'
import { findField, type Listing } from './listing.ts'
import { existsSql, findSideTableTest, type SideTableTest } from './side-table-filter.ts'
import { MAX_LOOKUPS, type Matched } from './side-table-matches.ts'

/**
 * Finds all matches of a filter before the page is chosen: for filters over several fields, some with side tables, and
 * for orders by such a field. The planner does not know how many rows meet a test of a side table, and for several
 * tests no fixed order of joins is fast. So the statement decides at run time:
 *
 * - If one part of the filter has only a few matches (`near`), these are looked up and the rest of the filter is tested.
 * - Otherwise each test of a side table becomes a sorted array of ids, and the list is read once and compared with them.
 *
 * The result is such an array, too: its length is the total, and a page reads its order's index and compares with it.
 */

/**
 * Returns the condition that a sorted array contains an id, by binary search. Its plan and memory do not depend on the
 * size.
 */
export const isInArraySql = (id: Sql, ids: Sql): Sql =>
  Prisma.sql`((${ids})[width_bucket(${id}, (${ids}))] = ${id}) IS TRUE`

/** Returns the matches that the queries of matchedSetSql find, for rows with that id. */
export const buildSetMatches = (id: Sql): Matched => ({
  total: Prisma.sql`(SELECT cardinality(ids) FROM matched)`,
  has: isInArraySql(id, Prisma.sql`SELECT ids FROM matched`),
  ids: Prisma.sql`SELECT unnest(ids) AS id FROM matched`,
})

/** Returns the WITH queries that end in `matched`. `listed` are the conditions other than the filter. */
export const matchedSetSql = (filter: Filter, context: FilterContext, listed: readonly Sql[]): Sql => {
  const whole = findSideTableTest(filter, context)
  if (whole) return Prisma.sql`matched AS MATERIALIZED (SELECT ARRAY(${idsSql(whole)} ORDER BY 1) AS ids),`
  const { listing } = context
  const all = Prisma.join([...listed], ' AND ')
  if (!usesSideTable(filter, listing)) {
    const ids = Prisma.sql`SELECT ${listing.id} FROM ${listing.from} WHERE ${all} AND ${filterSql(filter, context)}`
    return Prisma.sql`matched AS MATERIALIZED (SELECT ARRAY(${ids} ORDER BY 1) AS ids),`
  }
  const near = nearSql(filter, context, listed)
  const sets: Sql[] = []
  const inSets = filterSql(filter, {
    ...context,
    hasValue: (sideTable, test) => {
      const name = Prisma.raw(`set${sets.length}`)
      const ids = Prisma.sql`SELECT ARRAY(${idsSql({ sideTable, test })} ORDER BY 1) AS ids WHERE NOT ${near.isFew}`
      sets.push(Prisma.sql`${name} AS MATERIALIZED (${ids}),`)
      return isInArraySql(listing.id, Prisma.sql`SELECT ids FROM ${name}`)
    },
  })
  // OFFSET 0 makes the planner do one look-up for each row.
  const probed = filterSql(filter, {
    ...context,
    hasValue: (sideTable, test) => existsSql(listing, sideTable, Prisma.sql`${test} OFFSET 0`),
  })
  return Prisma.sql`${near.queries} ${Prisma.join([...sets, Prisma.empty], ' ')}
    matched AS MATERIALIZED (SELECT ARRAY(
      SELECT k.id FROM (${near.few}) looked_up CROSS JOIN LATERAL (SELECT ${listing.id} AS id FROM ${listing.from}
        WHERE ${all} AND ${listing.id} = looked_up.id AND ${probed} OFFSET 0) k
      UNION ALL SELECT ${listing.id} FROM ${listing.from} WHERE ${all} AND ${inSets} AND NOT ${near.isFew}
      ORDER BY 1) AS ids),`
}

interface Near {
  queries: Sql
  /** The ids to test by the filter; none if there are too many. */
  few: Sql
  isFew: Sql
}

/**
 * Selects for each part that must be true its first ids up to the limit and one more, until a part stays within the
 * limit.
 */
const nearSql = (filter: Filter, context: FilterContext, listed: readonly Sql[]): Near => {
  const sources = sourcesOf(filter, context, listed)
  const few = (index: number): Sql =>
    Prisma.sql`(SELECT count(*) FROM ${Prisma.raw(`near${index}`)}) <= ${MAX_LOOKUPS}::integer`
  const queries = sources.map((source, index) => {
    // After a part with only a few ids, the other parts are skipped and have no ids.
    const isWanted = index > 0 ? Prisma.sql`NOT ${few(index - 1)}` : Prisma.sql`true`
    return Prisma.sql`${Prisma.raw(`near${index}`)} AS MATERIALIZED (
      SELECT s.id FROM (${source}) s WHERE ${isWanted} LIMIT ${Prisma.raw(String(MAX_LOOKUPS + 1))}),`
  })
  const ids = sources.map((_, index) => Prisma.sql`SELECT id FROM ${Prisma.raw(`near${index}`)} WHERE ${few(index)}`)
  if (ids.length === 0)
    return { queries: Prisma.empty, few: Prisma.sql`SELECT 0 AS id WHERE false`, isFew: Prisma.sql`false` }
  return {
    queries: Prisma.join(queries, ' '),
    few: Prisma.sql`SELECT DISTINCT id FROM (${Prisma.join(ids, ' UNION ALL ')}) n`,
    isFew: Prisma.sql`(${few(sources.length - 1)})`,
  }
}

/**
 * Returns the ids of each test of a side table, which an index returns at once; last, the ids by all other conditions.
 */
const sourcesOf = (filter: Filter, context: FilterContext, listed: readonly Sql[]): Sql[] => {
  const { listing } = context
  const parts = splitConjunction(filter)
  const sources = parts.flatMap((part) => {
    const found = findSideTableTest(part, context)
    return found ? [idsSql(found)] : []
  })
  const own = parts.filter((part) => !usesSideTable(part, listing)).map((part) => filterSql(part, context))
  if (own.length === 0) return sources
  const conditions = Prisma.join([...listed, ...own], ' AND ')
  return [...sources, Prisma.sql`SELECT ${listing.id} AS id FROM ${listing.from} WHERE ${conditions}`]
}

/** Selects the ids of records with a value that meets a test, without duplicates. */
const idsSql = ({ sideTable: { rows, isValue, id, isFirst }, test }: SideTableTest): Sql =>
  Prisma.sql`SELECT ${isFirst ? Prisma.sql`DISTINCT` : Prisma.empty} ${id} AS id FROM ${rows} WHERE ${isValue} AND ${test}`

/** Returns whether a filter tests a field with a side table. */
export const usesSideTable = (filter: Filter, listing: Listing): boolean =>
  findFieldNames(filter).some((name) => findField(listing, name)?.[1].sideTable)
