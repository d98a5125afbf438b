import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { badInput } from '../errors/problem.ts'
import { ownValue } from '../lookups/own-value.ts'
import { choiceOf } from '../text/similar.ts'
import { findField, type Listing, type SideTable, type SortExpression } from './listing.ts'

export interface OrderTerm {
  field: string
  descending: boolean
}

export interface SortKey extends SortExpression {
  descending: boolean
  /** On the first two keys of an order that starts with a field with a side table: that field. */
  sideTable?: SideTable
}

const MAX_TERMS = 5

/**
 * Parses `Field [asc|desc], ...` over the fields that the listing can be ordered by.
 *
 * @throws 400 naming the pointer for an unknown field, a repeated field, more than five fields, or another form.
 */
export const parseOrder = (text: string, listing: Listing, pointer: string): OrderTerm[] => {
  const terms = text.split(',').map((term) => parseTerm(term.trim(), listing, pointer))
  if (terms.length > MAX_TERMS) throw badInput(pointer, `must have at most ${MAX_TERMS} fields`)
  const twice = terms.find((term, index) => terms.findIndex(({ field }) => field === term.field) !== index)
  if (twice) throw badInput(pointer, `must not contain ${twice.field} twice`)
  const late = terms.slice(1).find(({ field }) => ownValue(listing.fields, field)?.sideTable)
  if (late) throw badInput(pointer, `can contain ${late.field} only as the first field`)
  return terms
}

const parseTerm = (text: string, listing: Listing, pointer: string): OrderTerm => {
  const found = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)(?:\s+(asc|desc))?$/i.exec(text)
  if (!found?.[1]) throw badInput(pointer, 'must have the form "Field [asc|desc], ..."')
  const [name, field] = findField(listing, found[1]) ?? []
  if (!name || !field?.order)
    throw badInput(pointer, `cannot order by ${found[1]}. Use ${choiceOf(found[1], orderFields(listing))}`)
  return { field: name, descending: found[2]?.toLowerCase() === 'desc' }
}

const orderFields = (listing: Listing): string[] =>
  Object.entries(listing.fields).flatMap(([name, { order, isInternal }]) => (order && !isInternal ? [name] : []))

/** Returns the keys of an order. The row's id is the last key, in the direction of the key before: no two rows tie. */
export const buildSortKeys = (listing: Listing, terms: readonly OrderTerm[]): SortKey[] => {
  const keys = terms.flatMap(({ field, descending }): SortKey[] => {
    const { sideTable, order = [] } = ownValue(listing.fields, field) ?? {}
    return sideTable ? sideTableKeys(sideTable, descending) : order.map((expression) => ({ ...expression, descending }))
  })
  const distinct = keys.filter((key, index) => keys.findIndex(({ sql }) => sql === key.sql) === index)
  const idAt = distinct.findIndex(({ sql }) => sql === listing.id)
  if (idAt >= 0) return distinct.slice(0, idAt + 1)
  return [
    ...distinct,
    { type: listing.idType ?? 'integer', sql: listing.id, descending: distinct.at(-1)?.descending ?? false },
  ]
}

/**
 * Returns the keys of an order by a side table: first whether there is a value, because rows without one come last in
 * both directions. For rows with a left join.
 */
const sideTableKeys = (sideTable: SideTable, descending: boolean): SortKey[] => {
  const { key } = sideTable
  const isMissing = Prisma.sql`CASE WHEN ${key} IS NULL THEN 1 ELSE 0 END`
  return [
    { type: 'integer', sql: isMissing, descending: false, sideTable },
    { type: 'text', sql: Prisma.sql`CASE WHEN ${key} IS NULL THEN '' ELSE ${key} END`, descending, sideTable },
  ]
}

export const orderBySql = (keys: readonly SortKey[]): Sql =>
  Prisma.join(keys.map(({ sql, descending }) => Prisma.sql`${sql} ${descending ? Prisma.sql`DESC` : Prisma.sql`ASC`}`))
