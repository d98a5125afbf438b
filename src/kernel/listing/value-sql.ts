import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { badInput } from '../errors/problem.ts'
import { isDate } from '../time/written-date.ts'
import type { Literal } from './filter.ts'
import type { FieldType } from './listing.ts'

const MOST_INT = 2_147_483_647

/** What a value of a field must be written as, in the words of a problem. */
const FORMS: Record<FieldType, string> = {
  text: "a text in single quotes, like 'Oslo'",
  integer: 'a whole number within 32 bits',
  money: 'a number with at most 12 digits before the point',
  boolean: 'true or false',
  instant: 'a date or a date-time',
  date: 'a date',
}

/**
 * The value as a typed parameter. Dates for a field of instants are handled before (a date means the whole day).
 *
 * @throws 400 where the value is none of the field's type.
 */
export const parameter = (field: string, type: FieldType, value: Literal, pointer: string): Sql => {
  if (!fits(type, value)) throw badInput(pointer, `${field} is compared with ${FORMS[type]}`)
  switch (value.kind) {
    case 'boolean':
      return Prisma.sql`${value.value}::boolean`
    case 'null':
      return Prisma.sql`NULL`
    case 'number':
      return type === 'integer' ? Prisma.sql`${value.text}::integer` : Prisma.sql`${value.text}::numeric`
    case 'date':
      return Prisma.sql`${value.text}::date`
    case 'instant':
      return Prisma.sql`${value.text}::timestamptz`
    default:
      return Prisma.sql`${value.text}::text`
  }
}

/** All values of a list as one array parameter, so that the statement is the same for any number of them. */
export const arrayParameter = (field: string, type: FieldType, values: readonly Literal[], pointer: string): Sql => {
  for (const value of values) {
    if (!fits(type, value) || value.kind === 'null') throw badInput(pointer, `${field} is compared with ${FORMS[type]}`)
  }
  const texts = values.map((value) =>
    value.kind === 'boolean' ? String(value.value) : 'text' in value ? value.text : '',
  )
  return Prisma.sql`${texts}::text[]::${ARRAYS[type]}`
}

const ARRAYS: Record<FieldType, Sql> = {
  text: Prisma.sql`text[]`,
  integer: Prisma.sql`integer[]`,
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
      return type === 'integer' ? isInt32(value.text) : type === 'money' && /^-?\d{1,12}(\.\d+)?$/.test(value.text)
    case 'date':
      return (type === 'date' || type === 'instant') && isDate(value.text)
    case 'instant':
      return type === 'instant' && isDate(value.text)
  }
}

const isInt32 = (text: string): boolean => /^-?\d{1,11}$/.test(text) && Math.abs(Number(text)) <= MOST_INT
