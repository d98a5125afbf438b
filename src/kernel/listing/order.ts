import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { badInput } from '../errors/problem.ts'
import { type Beside, findField, type Listing, type SortExpression } from './listing.ts'

export interface OrderTerm {
  field: string
  descending: boolean
}

export interface SortKey extends SortExpression {
  descending: boolean
  /** Where the order begins with a field that is kept beside: that field, on the first two keys. */
  beside?: Beside
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
  const late = terms.slice(1).find(({ field }) => listing.fields[field]?.beside)
  if (late) throw badInput(pointer, `${late.field} can only come first`)
  return terms
}

const parseTerm = (text: string, listing: Listing, pointer: string): OrderTerm => {
  const found = /^([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)?)(?:\s+(asc|desc))?$/i.exec(text)
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
  const keys = terms.flatMap(({ field, descending }): SortKey[] => {
    const { beside, order = [] } = listing.fields[field] ?? {}
    return beside ? besideKeys(beside, descending) : order.map((expression) => ({ ...expression, descending }))
  })
  const distinct = keys.filter((key, place) => keys.findIndex(({ sql }) => sql === key.sql) === place)
  const idAt = distinct.findIndex(({ sql }) => sql === listing.id)
  if (idAt >= 0) return distinct.slice(0, idAt + 1)
  return [...distinct, { type: 'integer', sql: listing.id, descending: distinct.at(-1)?.descending ?? false }]
}

/** First whether there is a value: rows without one come last in both directions. Over rows joined where they have one. */
const besideKeys = (beside: Beside, descending: boolean): SortKey[] => {
  const { key } = beside
  const isMissing = Prisma.sql`CASE WHEN ${key} IS NULL THEN 1 ELSE 0 END`
  return [
    { type: 'integer', sql: isMissing, descending: false, beside },
    { type: 'text', sql: Prisma.sql`CASE WHEN ${key} IS NULL THEN '' ELSE ${key} END`, descending, beside },
  ]
}

export const orderBy = (keys: readonly SortKey[]): Sql =>
  Prisma.join(keys.map(({ sql, descending }) => Prisma.sql`${sql} ${descending ? Prisma.sql`DESC` : Prisma.sql`ASC`}`))
