import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { existsSql } from './side-table-filter.ts'
import { MANY, type Matched } from './side-table-matches.ts'
import { behind } from './continuation.ts'
import type { Beside, Listing } from './listing.ts'
import { isAmong } from './matched-set.ts'
import { orderBy, type SortKey } from './order.ts'

/** A page in the order of a field that is kept beside, without a search. */
export interface BesidePage {
  listing: Listing
  beside: Beside
  /** As sortKeys makes them: whether it is missing, its key, what else was asked for, the id. */
  keys: readonly SortKey[]
  /** What listed rows must meet. */
  conditions: Sql[]
  /** The filter as a test of that field's rows alone (`true` where there is none); null where it asks for more. */
  own: Sql | null
  /** What the filter lets through, where that is known before; else the conditions are asked row by row. */
  matched: ((id: Sql) => Matched) | null
  /** Whether the filter lets rows without a value through. */
  withMissing: boolean
  after: readonly string[] | null
  skip: number
  take: number
  /** A constant that is no smaller than take + 1; see page-sql. */
  limit: Sql
}

/**
 * Ids and keys of the page and of one row more: first a walk along the index of values, then the rows without one, and
 * those only where the walk did not fill the page.
 */
export const besideChosenSql = (page: BesidePage): Sql => {
  const { keys, take } = page
  const missing = page.withMissing ? missingSql(page) : Prisma.sql`SELECT * FROM held WHERE false`
  return Prisma.sql`WITH held AS MATERIALIZED (${heldSql(page)}), ${valuedSql(page)} missing AS MATERIALIZED (
      SELECT * FROM (${missing}) m LIMIT greatest(0, ${take + 1}::integer - (SELECT count(*) FROM held)))
    SELECT k.*, row_number() OVER (ORDER BY ${byName(keys)}) AS n
    FROM (SELECT * FROM held UNION ALL SELECT * FROM missing) k LIMIT ${take + 1}::integer`
}

/** The rows with a value. The listing's own are looked up only where something is asked of them. */
const heldSql = (page: BesidePage): Sql => {
  const { beside, keys, after, skip, take, limit, matched } = page
  const walked = keys.slice(1).map((key, place, all) => {
    if (place === 0) return { ...key, sql: beside.key }
    return place === all.length - 1 ? { ...key, sql: beside.id } : key
  })
  const begin = after ? (after[0] === '0' ? behind(walked, after.slice(1)) : Prisma.sql`false`) : Prisma.sql`true`
  const offset = skip > 0 ? Prisma.sql`OFFSET ${skip}::integer` : Prisma.empty
  const select = Prisma.sql`SELECT ${beside.id} AS id, 0 AS k0, ${named(walked, 1)} ${fromHeld(page)} AND ${begin}`
  const ways = matched
    ? chosenBy(matched(beside.id), select, beside.id, { order: orderBy(walked), byName: byName(keys) })
    : [Prisma.sql`${select} ORDER BY ${orderBy(walked)}`]
  const parts = ways.map((way) => Prisma.sql`(${way} LIMIT ${limit} ${offset})`)
  return Prisma.sql`SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) h LIMIT ${take + 1}::integer`
}

/** The rows to walk along: FROM and WHERE. */
const fromHeld = ({ beside, keys, listing, own, conditions, matched }: BesidePage): Sql => {
  const first = beside.first ?? Prisma.sql`true`
  const isAlone = keys.length === 3
  if (isAlone && (own || matched))
    return Prisma.sql`FROM ${beside.rows} WHERE ${beside.are} AND ${first} AND ${own ?? Prisma.sql`true`}`
  return Prisma.sql`FROM ${beside.rows} CROSS JOIN ${listing.from}
    WHERE ${beside.are} AND ${first} AND ${listing.id} = ${beside.id} AND ${Prisma.join(conditions, ' AND ')}`
}

/** As matchedChosenSql: the walk, and the look-up of a few, one of which the number of matches leaves out. */
const chosenBy = (
  { total, has, ids }: Matched,
  select: Sql,
  id: Sql,
  { order, byName }: Record<'order' | 'byName', Sql>,
) => [
  Prisma.sql`${select} AND ${has} AND ${total} > ${MANY}::integer ORDER BY ${order}`,
  // No listing's table is called so: within, a short name would mean one of those.
  Prisma.sql`SELECT k.* FROM (${ids}) looked_up CROSS JOIN LATERAL (${select} AND ${id} = looked_up.id OFFSET 0) k
    WHERE ${total} <= ${MANY}::integer ORDER BY ${byName}`,
]

const missingSql = (page: BesidePage): Sql => {
  const { listing, beside, keys, conditions, after, skip, take, limit, matched } = page
  const rest = keys.slice(2)
  const begin = after && after[0] !== '0' ? behind(rest, after.slice(2)) : Prisma.sql`true`
  const among = matched ? Prisma.sql`AND ${matched(beside.id).has}` : Prisma.empty
  // Where the walk fills the page, nothing need be counted.
  const held = Prisma.sql`SELECT count(*) ${fromHeld(page)} ${among}`
  const offset =
    skip > 0
      ? Prisma.sql`OFFSET CASE WHEN (SELECT count(*) FROM held) > ${take}::integer THEN 0
          ELSE greatest(0, ${skip}::integer - (${held})) END`
      : Prisma.empty
  const select = Prisma.sql`SELECT ${listing.id} AS id, 1 AS k0, '' AS k1, ${named(rest, 2)} FROM ${listing.from}
    WHERE ${Prisma.join(conditions, ' AND ')} AND ${hasNone(page)} AND ${begin}`
  const order = { order: orderBy(rest), byName: byName(keys) }
  const ways = matched
    ? chosenBy(matched(listing.id), select, listing.id, order)
    : [Prisma.sql`${select} ORDER BY ${order.order}`]
  const parts = ways.map((way) => Prisma.sql`(${way} LIMIT ${limit} ${offset})`)
  return Prisma.join(parts, ' UNION ALL ')
}

/**
 * That a row has no value. Row by row where the page begins at a key; to skip many rows, all that have one are gathered
 * before, since the planner, which does not know how many those are, cannot be left to join them.
 */
const hasNone = ({ listing, beside, skip }: BesidePage): Sql =>
  skip > 0
    ? Prisma.sql`NOT ${isAmong(listing.id, Prisma.sql`SELECT ids FROM valued`)}`
    : Prisma.sql`NOT ${existsSql(listing, beside, Prisma.sql`true OFFSET 0`)}`

const valuedSql = ({ beside: { id, rows, are }, skip, take, withMissing }: BesidePage): Sql =>
  skip > 0 && withMissing
    ? Prisma.sql`valued AS MATERIALIZED (SELECT ARRAY(SELECT ${id} FROM ${rows} WHERE ${are} ORDER BY 1) AS ids
        WHERE (SELECT count(*) FROM held) <= ${take}::integer),`
    : Prisma.empty

/** The order by the names that the keys have in rows `k`. */
const byName = (keys: readonly SortKey[]): Sql =>
  Prisma.join(keys.map(({ descending }, place) => Prisma.raw(`k.k${place} ${descending ? 'DESC' : 'ASC'}`)))

const named = (keys: readonly SortKey[], from: number): Sql =>
  Prisma.join(keys.map(({ sql }, place) => Prisma.sql`${sql} AS ${Prisma.raw(`k${place + from}`)}`))
