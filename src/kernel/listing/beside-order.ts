import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from '../../generated/prisma/internal/prismaNamespace.ts'
import { existsSql } from './beside-filter.ts'
import { behind } from './continuation.ts'
import type { Beside, Listing } from './listing.ts'
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
  const order = keys.map(({ descending }, place) => Prisma.raw(`k.k${place} ${descending ? 'DESC' : 'ASC'}`))
  const missing = page.withMissing ? missingSql(page) : Prisma.sql`SELECT * FROM held WHERE false`
  return Prisma.sql`WITH held AS MATERIALIZED (${heldSql(page)}), missing AS MATERIALIZED (
      SELECT * FROM (${missing}) m LIMIT greatest(0, ${take + 1}::integer - (SELECT count(*) FROM held)))
    SELECT k.*, row_number() OVER (ORDER BY ${Prisma.join(order)}) AS n
    FROM (SELECT * FROM held UNION ALL SELECT * FROM missing) k LIMIT ${take + 1}::integer`
}

/** The rows with a value. The listing's own are looked up only where something is asked of them. */
const heldSql = (page: BesidePage): Sql => {
  const { beside, keys, after, skip, take, limit } = page
  const walked = keys.slice(1).map((key, place, all) => {
    if (place === 0) return { ...key, sql: beside.key }
    return place === all.length - 1 ? { ...key, sql: beside.id } : key
  })
  const begin = after ? (after[0] === '0' ? behind(walked, after.slice(1)) : Prisma.sql`false`) : Prisma.sql`true`
  const offset = skip > 0 ? Prisma.sql`OFFSET ${skip}::integer` : Prisma.empty
  return Prisma.sql`SELECT * FROM (
      SELECT ${beside.id} AS id, 0 AS k0, ${named(walked, 1)} ${fromHeld(page)} AND ${begin}
      ORDER BY ${orderBy(walked)} LIMIT ${limit} ${offset}) h LIMIT ${take + 1}::integer`
}

/** The rows to walk along: FROM and WHERE. */
const fromHeld = ({ beside, keys, listing, own, conditions }: BesidePage): Sql => {
  const first = beside.first ?? Prisma.sql`true`
  if (own && keys.length === 3) return Prisma.sql`FROM ${beside.rows} WHERE ${beside.are} AND ${first} AND ${own}`
  return Prisma.sql`FROM ${beside.rows} CROSS JOIN ${listing.from}
    WHERE ${beside.are} AND ${first} AND ${listing.id} = ${beside.id} AND ${Prisma.join(conditions, ' AND ')}`
}

const missingSql = (page: BesidePage): Sql => {
  const { listing, beside, keys, conditions, after, skip, limit } = page
  const rest = keys.slice(2)
  const begin = after && after[0] !== '0' ? behind(rest, after.slice(2)) : Prisma.sql`true`
  const offset =
    skip > 0 ? Prisma.sql`OFFSET greatest(0, ${skip}::integer - (SELECT count(*) ${fromHeld(page)}))` : Prisma.empty
  return Prisma.sql`SELECT ${listing.id} AS id, 1 AS k0, '' AS k1, ${named(rest, 2)} FROM ${listing.from}
    WHERE ${Prisma.join(conditions, ' AND ')} AND NOT ${existsSql(listing, beside, Prisma.sql`true`)} AND ${begin}
    ORDER BY ${orderBy(rest)} LIMIT ${limit} ${offset}`
}

const named = (keys: readonly SortKey[], from: number): Sql =>
  Prisma.join(keys.map(({ sql }, place) => Prisma.sql`${sql} AS ${Prisma.raw(`k${place + from}`)}`))
