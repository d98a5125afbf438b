import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from '../../generated/prisma/internal/prismaNamespace.ts'
import { badInput } from '../errors/problem.ts'
import { findField, type Listing, type SortExpression } from './listing.ts'

export interface OrderTerm {
  field: string
  descending: boolean
}

export interface SortKey extends SortExpression {
  descending: boolean
}

const MOST_TERMS = 5

/**
 * Reads `Field [asc|desc], ...` over the fields that the listing can be ordered by.
 *
 * @throws 400 naming the place: an unknown field, one named twice, more than five, or no such form.
 */
export const parseOrder = (text: string, listing: Listing, pointer: string): OrderTerm[] => {
  const terms = text.split(',').map((term) => parseTerm(term.trim(), listing, pointer))
  if (terms.length > MOST_TERMS) throw badInput(pointer, `must not name more than ${MOST_TERMS} fields`)
  const twice = terms.find((term, place) => terms.findIndex(({ field }) => field === term.field) !== place)
  if (twice) throw badInput(pointer, `names ${twice.field} twice`)
  return terms
}

const parseTerm = (text: string, listing: Listing, pointer: string): OrderTerm => {
  const found = /^([A-Za-z_]\w*)(?:\s+(asc|desc))?$/i.exec(text)
  if (!found?.[1]) throw badInput(pointer, 'must read "Field [asc|desc], ..."')
  const [name, field] = findField(listing, found[1]) ?? []
  if (!name || !field?.order) throw badInput(pointer, `cannot be ordered by ${found[1]}; ${choice(listing)}`)
  return { field: name, descending: found[2]?.toLowerCase() === 'desc' }
}

const choice = (listing: Listing): string => {
  const names = Object.entries(listing.fields).filter(([, field]) => field.order)
  return `there are ${names.map(([name]) => name).join(', ')}`
}

/** The keys of an order; the row's id ends them, in the direction of the last, so that no two rows are alike. */
export const sortKeys = (listing: Listing, terms: readonly OrderTerm[]): SortKey[] => {
  const keys = terms.flatMap(({ field, descending }) =>
    (listing.fields[field]?.order ?? []).map((expression) => ({ ...expression, descending })),
  )
  const distinct = keys.filter((key, place) => keys.findIndex(({ sql }) => sql === key.sql) === place)
  const idAt = distinct.findIndex(({ sql }) => sql === listing.id)
  if (idAt >= 0) return distinct.slice(0, idAt + 1)
  return [...distinct, { type: 'integer', sql: listing.id, descending: distinct.at(-1)?.descending ?? false }]
}

export const orderBy = (keys: readonly SortKey[]): Sql =>
  Prisma.join(keys.map(({ sql, descending }) => Prisma.sql`${sql} ${descending ? Prisma.sql`DESC` : Prisma.sql`ASC`}`))
