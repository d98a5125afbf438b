import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { afterSql } from './continuation.ts'
import type { Listing, SideTable } from './listing.ts'
import { isInArraySql } from './matched-set.ts'
import { orderBySql, type SortKey } from './order.ts'
import { existsSql } from './side-table-filter.ts'
import { MAX_LOOKUPS, type Matched } from './side-table-matches.ts'

/** A page ordered by a field with a side table, without a search. */
export interface SideTablePage {
  listing: Listing
  sideTable: SideTable
  /** From buildSortKeys: whether the value is missing, its key, the other requested fields, the id. */
  keys: readonly SortKey[]
  /** The conditions that rows must meet. */
  conditions: Sql[]
  /** The filter as a test of only that side table (`true` without a filter); null if it tests other fields too. */
  own: Sql | null
  /** The matches of the filter if they are found before the page; null if each row is tested. */
  matched: ((id: Sql) => Matched) | null
  /** Whether rows without a value can match the filter. */
  withMissing: boolean
  after: readonly string[] | null
  skip: number
  take: number
  /** A constant that is at least take + 1; see page-sql. */
  limit: Sql
}

/**
 * Returns ids and keys of the page and of one row more: first from the index of the side table, then, only if these do
 * not fill the page, rows without a value.
 */
export const sideTablePageSql = (page: SideTablePage): Sql => {
  const { keys, take } = page
  const missing = page.withMissing ? missingSql(page) : Prisma.sql`SELECT * FROM with_value WHERE false`
  return Prisma.sql`WITH with_value AS MATERIALIZED (${valuedRowsSql(page)}), ${valuedSql(page)} missing AS MATERIALIZED (
      SELECT * FROM (${missing}) m LIMIT greatest(0, ${take + 1}::integer - (SELECT count(*) FROM with_value)))
    SELECT k.*, row_number() OVER (ORDER BY ${byName(keys)}) AS n
    FROM (SELECT * FROM with_value UNION ALL SELECT * FROM missing) k LIMIT ${take + 1}::integer`
}

/** Returns the rows with a value. Rows of the listing are looked up only if a condition tests them. */
const valuedRowsSql = (page: SideTablePage): Sql => {
  const { sideTable, keys, after, skip, take, limit, matched } = page
  const walked = keys.slice(1).map((key, index, all) => {
    if (index === 0) return { ...key, sql: sideTable.key }
    return index === all.length - 1 ? { ...key, sql: sideTable.id } : key
  })
  const begin = after ? (after[0] === '0' ? afterSql(walked, after.slice(1)) : Prisma.sql`false`) : Prisma.sql`true`
  const offset = skip > 0 ? Prisma.sql`OFFSET ${skip}::integer` : Prisma.empty
  const select = Prisma.sql`SELECT ${sideTable.id} AS id, 0 AS k0, ${named(walked, 1)} ${fromValues(page)} AND ${begin}`
  const ways = matched
    ? chosenBy(matched(sideTable.id), select, sideTable.id, { order: orderBySql(walked), byName: byName(keys) })
    : [Prisma.sql`${select} ORDER BY ${orderBySql(walked)}`]
  const parts = ways.map((way) => Prisma.sql`(${way} LIMIT ${limit} ${offset})`)
  return Prisma.sql`SELECT * FROM (${Prisma.join(parts, ' UNION ALL ')}) h LIMIT ${take + 1}::integer`
}

/** Returns the rows with a value: FROM and WHERE. */
const fromValues = ({ sideTable, keys, listing, own, conditions, matched }: SideTablePage): Sql => {
  const isFirst = sideTable.isFirst ?? Prisma.sql`true`
  const isOnlyField = keys.length === 3
  if (isOnlyField && (own || matched))
    return Prisma.sql`FROM ${sideTable.rows} WHERE ${sideTable.isValue} AND ${isFirst} AND ${own ?? Prisma.sql`true`}`
  return Prisma.sql`FROM ${sideTable.rows} CROSS JOIN ${listing.from}
    WHERE ${sideTable.isValue} AND ${isFirst} AND ${listing.id} = ${sideTable.id} AND ${Prisma.join(conditions, ' AND ')}`
}

/**
 * Chooses as matchedPageSql does, by reading in order and by looking up; the number of matches decides which one
 * returns rows.
 */
const chosenBy = (
  { total, has, ids }: Matched,
  select: Sql,
  id: Sql,
  { order, byName }: Record<'order' | 'byName', Sql>,
) => [
  Prisma.sql`${select} AND ${has} AND ${total} > ${MAX_LOOKUPS}::integer ORDER BY ${order}`,
  // No table of a listing has this name. A short name could be that of such a table.
  Prisma.sql`SELECT k.* FROM (${ids}) looked_up CROSS JOIN LATERAL (${select} AND ${id} = looked_up.id OFFSET 0) k
    WHERE ${total} <= ${MAX_LOOKUPS}::integer ORDER BY ${byName}`,
]

const missingSql = (page: SideTablePage): Sql => {
  const { listing, sideTable, keys, conditions, after, skip, take, limit, matched } = page
  const rest = keys.slice(2)
  const begin = after && after[0] !== '0' ? afterSql(rest, after.slice(2)) : Prisma.sql`true`
  const among = matched ? Prisma.sql`AND ${matched(sideTable.id).has}` : Prisma.empty
  // Counted only if the rows with a value do not fill the page.
  const valued = Prisma.sql`SELECT count(*) ${fromValues(page)} ${among}`
  const offset =
    skip > 0
      ? Prisma.sql`OFFSET CASE WHEN (SELECT count(*) FROM with_value) > ${take}::integer THEN 0
          ELSE greatest(0, ${skip}::integer - (${valued})) END`
      : Prisma.empty
  const select = Prisma.sql`SELECT ${listing.id} AS id, 1 AS k0, '' AS k1, ${named(rest, 2)} FROM ${listing.from}
    WHERE ${Prisma.join(conditions, ' AND ')} AND ${hasNone(page)} AND ${begin}`
  const order = { order: orderBySql(rest), byName: byName(keys) }
  const ways = matched
    ? chosenBy(matched(listing.id), select, listing.id, order)
    : [Prisma.sql`${select} ORDER BY ${order.order}`]
  const parts = ways.map((way) => Prisma.sql`(${way} LIMIT ${limit} ${offset})`)
  return Prisma.join(parts, ' UNION ALL ')
}

/**
 * Returns the condition that a row has no value: tested row by row if the page starts after a key. To skip rows, all
 * rows with a value are collected first, because the planner does not know their number and would choose a slow join.
 */
const hasNone = ({ listing, sideTable, skip }: SideTablePage): Sql =>
  skip > 0
    ? Prisma.sql`NOT ${isInArraySql(listing.id, Prisma.sql`SELECT ids FROM valued`)}`
    : Prisma.sql`NOT ${existsSql(listing, sideTable, Prisma.sql`true OFFSET 0`)}`

const valuedSql = ({ sideTable: { id, rows, isValue }, skip, take, withMissing }: SideTablePage): Sql =>
  skip > 0 && withMissing
    ? Prisma.sql`valued AS MATERIALIZED (SELECT ARRAY(SELECT ${id} FROM ${rows} WHERE ${isValue} ORDER BY 1) AS ids
        WHERE (SELECT count(*) FROM with_value) <= ${take}::integer),`
    : Prisma.empty

/** Returns the order by the names of the keys in rows `k`. */
const byName = (keys: readonly SortKey[]): Sql =>
  Prisma.join(keys.map(({ descending }, index) => Prisma.raw(`k.k${index} ${descending ? 'DESC' : 'ASC'}`)))

const named = (keys: readonly SortKey[], from: number): Sql =>
  Prisma.join(keys.map(({ sql }, index) => Prisma.sql`${sql} AS ${Prisma.raw(`k${index + from}`)}`))
