import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { MAX_ID } from '../database/ids.ts'
import type { Param } from '../database/shape.ts'
import { badInput } from '../errors/problem.ts'
import { isDate } from '../time/written-date.ts'
import type { SortType } from './listing.ts'
import type { OrderTerm, SortKey } from './order.ts'

/**
 * Prints a cursor: the order that it was made for and the keys of a page's last row, as text. It grants no access and
 * contains no tenant, so it needs no signature. Its content is checked and used only as parameters.
 */
export const printContinuation = (terms: readonly OrderTerm[], keys: readonly string[]): string =>
  Buffer.from(JSON.stringify([orderName(terms), ...keys])).toString('base64url')

/** Parses a cursor into the keys of a row. @throws 400 naming the pointer if it is not one of this list and order. */
export const parseContinuation = (
  token: string,
  terms: readonly OrderTerm[],
  keys: readonly SortKey[],
  pointer: string,
): string[] => {
  const [order, ...values] = decoded(token)
  const isOurs = order === orderName(terms) && values.length === keys.length
  if (!isOurs || !keys.every(({ type }, index) => isKey(type, values[index] ?? '')))
    throw badInput(pointer, 'is not a cursor of this list in this order')
  return values
}

const orderName = (terms: readonly OrderTerm[]): string =>
  terms.map(({ field, descending }) => (descending ? `${field} desc` : field)).join(',')

const decoded = (token: string): string[] => {
  if (!/^[\w-]+$/.test(token)) return []
  try {
    const read: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'))
    return Array.isArray(read) && read.every((part) => typeof part === 'string') ? read : []
  } catch {
    return []
  }
}

/** Returns whether PostgreSQL can parse the text as a value of the type. */
const isKey = (type: SortType, text: string): boolean => {
  switch (type) {
    case 'integer':
      return /^-?\d{1,10}$/.test(text) && Number(text) >= -MAX_ID - 1 && Number(text) <= MAX_ID
    case 'money':
      return /^-?(\d{1,20}(\.\d{1,10})?|Infinity)$/.test(text)
    case 'bigint':
    case 'cents':
      return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
    case 'boolean':
      return text === 'true' || text === 'false'
    case 'date':
      return text === '-infinity' || /^\d{4}-\d{2}-\d{2}$/.test(text) ? text === '-infinity' || isDate(text) : false
    case 'instant':
      return text === '-infinity' || isDate(text.replace(/([+-]\d{2})$/, '$1:00'))
    case 'text':
      return text.isWellFormed() && !text.includes('\0')
  }
}

const CASTS: Record<SortType, Sql> = {
  text: Prisma.sql`text`,
  integer: Prisma.sql`integer`,
  money: Prisma.sql`numeric`,
  bigint: Prisma.sql`bigint`,
  cents: Prisma.sql`bigint`,
  boolean: Prisma.sql`boolean`,
  instant: Prisma.sql`timestamptz`,
  date: Prisma.sql`date`,
}

/**
 * Returns the condition that a row comes after the cursor. If all directions agree, one comparison of rows: an index
 * range.
 */
export const afterSql = (keys: readonly SortKey[], values: readonly Param<string>[]): Sql => {
  const right = keys.map(({ type }, index) => Prisma.sql`${values[index]}::${CASTS[type]}`)
  const [first] = keys
  if (first && keys.every(({ descending }) => descending === first.descending)) {
    const left = Prisma.join(keys.map(({ sql }) => sql))
    return Prisma.sql`(${left}) ${first.descending ? Prisma.sql`<` : Prisma.sql`>`} (${Prisma.join(right)})`
  }
  const alternatives = keys.map((key, index) => {
    const same = keys.slice(0, index).map(({ sql }, before) => Prisma.sql`${sql} = ${right[before]}`)
    const further = Prisma.sql`${key.sql} ${key.descending ? Prisma.sql`<` : Prisma.sql`>`} ${right[index]}`
    return Prisma.sql`(${Prisma.join([...same, further], ' AND ')})`
  })
  return Prisma.sql`(${Prisma.join(alternatives, ' OR ')})`
}
