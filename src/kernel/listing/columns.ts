import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { instantJson } from '../database/json-sql.ts'
import { ownValue } from '../lookups/own-value.ts'
import type { List } from './list-response.ts'
import type { ListField, Listing } from './listing.ts'

/** Columns by name that differ from the fields of the same name, or that no filter and order uses: `Actions`. */
export type Columns = Readonly<Record<string, Sql>>

/** Returns a field that only filters, orders and tests use: rows do not show it. */
export const hiddenField = (field: ListField): ListField => ({ ...field, isHidden: true })

/**
 * Returns the documented row of a list: its fields in their order, then the other columns. Instants are written as RFC
 * 3339 in UTC, days as YYYY-MM-DD.
 *
 * @param others columns that differ from their field, which take its place, and columns without one.
 */
export const columnsOf = (fields: Listing['fields'], others: Columns = {}): Sql => {
  const differing = new Map(Object.entries(others))
  const shown = Object.entries(fields).filter(([name, field]) => differing.has(name) || isShown(field))
  const columns = shown.map(([name, field]) => columnSql(name, differing.get(name) ?? valueSql(field)))
  const added = [...differing].filter(([name]) => !Object.hasOwn(fields, name))
  return Prisma.join([...columns, ...added.map(([name, sql]) => columnSql(name, sql))], ', ')
}

/** Makes a list whose rows show the fields of its listing, and the other columns: see columnsOf. */
export const listOf = (listing: Listing, others: Columns = {}, joins?: Sql): List => ({
  listing,
  columns: columnsOf(listing.fields, others),
  ...(joins && { joins }),
})

/** Returns the fields with these names, in this order: for rows that show a part of a list's columns. */
export const pickFields = (fields: Listing['fields'], ...names: readonly string[]): Listing['fields'] =>
  Object.fromEntries(
    names.map((name) => {
      const field = ownValue(fields, name)
      if (!field) throw new Error(`The listing has no field ${name}`)
      return [name, field]
    }),
  )

const isShown = ({ isHidden, isInternal, sideTable }: ListField): boolean => !isHidden && !isInternal && !sideTable

const valueSql = ({ type, sql }: ListField): Sql => {
  if (type === 'instant') return instantJson(sql)
  return type === 'date' ? Prisma.sql`${sql}::text` : sql
}

const columnSql = (name: string, sql: Sql): Sql => Prisma.sql`${sql} AS ${Prisma.raw(`"${name}"`)}`
