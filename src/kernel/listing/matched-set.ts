import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type BesideTest, besideTest, existsSql } from './side-table-filter.ts'
import { MANY, type Matched } from './side-table-matches.ts'
import { conjuncts, type Filter, fieldsOf } from './filter.ts'
import { type FilterContext, filterSql } from './filter-sql.ts'
import { findField, type Listing } from './listing.ts'

/**
 * Everything that a filter matches, found before the page is chosen: for filters over several fields of which some are
 * kept beside, and for orders by such a field. The planner knows nothing of how many rows meet a test of values, and
 * of several tests no fixed order of joins is right. So, by what is found when the statement runs:
 *
 * - Where one part of the filter alone leaves but a few (`near`), these are looked up and held against the rest.
 * - Otherwise each test of values becomes a sorted array of ids, and the list is gone through once against them.
 *
 * What matched is itself such an array: it is the total, and pages are walked along their order's index against it.
 */

/** Whether an id is in a sorted array: the search halves it. Neither plan nor memory depend on how many there are. */
export const isAmong = (id: Sql, ids: Sql): Sql => Prisma.sql`((${ids})[width_bucket(${id}, (${ids}))] = ${id}) IS TRUE`

/** What the queries of matchedSetSql tell of rows with that id. */
export const setMatches = (id: Sql): Matched => ({
  total: Prisma.sql`(SELECT cardinality(ids) FROM matched)`,
  has: isAmong(id, Prisma.sql`SELECT ids FROM matched`),
  ids: Prisma.sql`SELECT unnest(ids) AS id FROM matched`,
})

/** The WITH queries that end in `matched`. `listed` are the conditions beside the filter. */
export const matchedSetSql = (filter: Filter, context: FilterContext, listed: readonly Sql[]): Sql => {
  const whole = besideTest(filter, context)
  if (whole) return Prisma.sql`matched AS MATERIALIZED (SELECT ARRAY(${idsSql(whole)} ORDER BY 1) AS ids),`
  const { listing } = context
  const all = Prisma.join([...listed], ' AND ')
  if (!namesBeside(filter, listing)) {
    const ids = Prisma.sql`SELECT ${listing.id} FROM ${listing.from} WHERE ${all} AND ${filterSql(filter, context)}`
    return Prisma.sql`matched AS MATERIALIZED (SELECT ARRAY(${ids} ORDER BY 1) AS ids),`
  }
  const near = nearSql(filter, context, listed)
  const sets: Sql[] = []
  const inSets = filterSql(filter, {
    ...context,
    holds: (beside, test) => {
      const name = Prisma.raw(`set${sets.length}`)
      const ids = Prisma.sql`SELECT ARRAY(${idsSql({ beside, test })} ORDER BY 1) AS ids WHERE NOT ${near.isFew}`
      sets.push(Prisma.sql`${name} AS MATERIALIZED (${ids}),`)
      return isAmong(listing.id, Prisma.sql`SELECT ids FROM ${name}`)
    },
  })
  // OFFSET 0 keeps to one look-up for each row.
  const probed = filterSql(filter, {
    ...context,
    holds: (beside, test) => existsSql(listing, beside, Prisma.sql`${test} OFFSET 0`),
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
  /** The ids to hold against the filter; none where there are too many. */
  few: Sql
  isFew: Sql
}

/** The parts that all must hold, each asked for a few ids more than too many, until one has no more than a few. */
const nearSql = (filter: Filter, context: FilterContext, listed: readonly Sql[]): Near => {
  const sources = sourcesOf(filter, context, listed)
  const few = (place: number): Sql =>
    Prisma.sql`(SELECT count(*) FROM ${Prisma.raw(`near${place}`)}) <= ${MANY}::integer`
  const queries = sources.map((source, place) => {
    // Behind one that has a few, the others are left out and have none.
    const isWanted = place > 0 ? Prisma.sql`NOT ${few(place - 1)}` : Prisma.sql`true`
    return Prisma.sql`${Prisma.raw(`near${place}`)} AS MATERIALIZED (
      SELECT s.id FROM (${source}) s WHERE ${isWanted} LIMIT ${Prisma.raw(String(MANY + 1))}),`
  })
  const ids = sources.map((_, place) => Prisma.sql`SELECT id FROM ${Prisma.raw(`near${place}`)} WHERE ${few(place)}`)
  if (ids.length === 0)
    return { queries: Prisma.empty, few: Prisma.sql`SELECT 0 AS id WHERE false`, isFew: Prisma.sql`false` }
  return {
    queries: Prisma.join(queries, ' '),
    few: Prisma.sql`SELECT DISTINCT id FROM (${Prisma.join(ids, ' UNION ALL ')}) n`,
    isFew: Prisma.sql`(${few(sources.length - 1)})`,
  }
}

/** Ids by each test of values, of which an index has the first at once; last by all else that is asked of a row. */
const sourcesOf = (filter: Filter, context: FilterContext, listed: readonly Sql[]): Sql[] => {
  const { listing } = context
  const parts = conjuncts(filter)
  const sources = parts.flatMap((part) => {
    const found = besideTest(part, context)
    return found ? [idsSql(found)] : []
  })
  const own = parts.filter((part) => !namesBeside(part, listing)).map((part) => filterSql(part, context))
  if (own.length === 0) return sources
  const asked = Prisma.join([...listed, ...own], ' AND ')
  return [...sources, Prisma.sql`SELECT ${listing.id} AS id FROM ${listing.from} WHERE ${asked}`]
}

/** The records with a value that meets a test, each once. */
const idsSql = ({ beside: { rows, are, id, first }, test }: BesideTest): Sql =>
  Prisma.sql`SELECT ${first ? Prisma.sql`DISTINCT` : Prisma.empty} ${id} AS id FROM ${rows} WHERE ${are} AND ${test}`

/** Whether a filter asks for a field that is kept beside. */
export const namesBeside = (filter: Filter, listing: Listing): boolean =>
  fieldsOf(filter).some((name) => findField(listing, name)?.[1].beside)
