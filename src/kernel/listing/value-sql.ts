import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { badInput } from '../errors/problem.ts'
import { isDate } from '../time/written-date.ts'
import type { Literal } from './filter.ts'
import type { FieldType } from './listing.ts'

const MAX_INT = 2_147_483_647

/** The form of a field's values, for a problem. */
const FORMS: Record<FieldType, string> = {
  text: "a text in single quotes, like 'Oslo'",
  integer: 'a whole number within 32 bits',
  bigint: 'a whole number below 2^53',
  money: 'a number with at most 12 digits before the point',
  boolean: 'true or false',
  instant: 'a date or a date-time',
  date: 'a date',
}

/** The types of numbers other than amounts. */
const NUMBERS: ReadonlyMap<FieldType, Sql> = new Map([
  ['integer', Prisma.sql`integer`],
  ['bigint', Prisma.sql`bigint`],
])

/**
 * Returns the value as a typed parameter. The caller handles dates for a field of instants (a date means the whole
 * day).
 *
 * @throws 400 for a value of another type.
 */
export const parameterSql = (field: string, type: FieldType, value: Literal, pointer: string): Sql => {
  if (!fits(type, value)) throw badInput(pointer, `the value compared with ${field} must be ${FORMS[type]}`)
  switch (value.kind) {
    case 'boolean':
      return Prisma.sql`${value.value}::boolean`
    case 'null':
      return Prisma.sql`NULL`
    case 'number':
      return Prisma.sql`${value.text}::${NUMBERS.get(type) ?? Prisma.sql`numeric`}`
    case 'date':
      return Prisma.sql`${value.text}::date`
    case 'instant':
      return Prisma.sql`${value.text}::timestamptz`
    default:
      return Prisma.sql`${value.text}::text`
  }
}

/** Returns all values of a list as one array parameter: the statement is the same for any number of values. */
export const arrayParameterSql = (field: string, type: FieldType, values: readonly Literal[], pointer: string): Sql => {
  for (const value of values) {
    if (!fits(type, value) || value.kind === 'null')
      throw badInput(pointer, `the value compared with ${field} must be ${FORMS[type]}`)
  }
  const texts = values.map((value) =>
    value.kind === 'boolean' ? String(value.value) : 'text' in value ? value.text : '',
  )
  return Prisma.sql`${texts}::text[]::${ARRAYS[type]}`
}

const ARRAYS: Record<FieldType, Sql> = {
  text: Prisma.sql`text[]`,
  integer: Prisma.sql`integer[]`,
  bigint: Prisma.sql`bigint[]`,
  money: Prisma.sql`numeric[]`,
  boolean: Prisma.sql`boolean[]`,
  instant: Prisma.sql`timestamptz[]`,
  date: Prisma.sql`date[]`,
}

const fits = (type: FieldType, value: Literal): boolean => {
  switch (value.kind) {
    case 'null':
      return true
    case 'text':
      return type === 'text'
    case 'boolean':
      return type === 'boolean'
    case 'number':
      return isNumber(type, value.text)
    case 'date':
      return (type === 'date' || type === 'instant') && isDate(value.text)
    case 'instant':
      return type === 'instant' && isDate(value.text)
  }
}

const isNumber = (type: FieldType, text: string): boolean => {
  if (type === 'integer') return isInt32(text)
  if (type === 'bigint') return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text))
  return type === 'money' && /^-?\d{1,12}(\.\d+)?$/.test(text)
}

const isInt32 = (text: string): boolean => /^-?\d{1,11}$/.test(text) && Math.abs(Number(text)) <= MAX_INT
