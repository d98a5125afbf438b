import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isId } from '../database/ids.ts'
import type { Filter, Leaf, Literal } from './filter.ts'
import { type FieldType, type ListField, orEmptySql, type SideTable } from './listing.ts'

/** Returns a field that always has a value. @param order the expression to order by, if it is another one. */
export const valueField = (type: FieldType, sql: Sql, order: Sql = sql): ListField => ({
  type,
  sql,
  order: [{ type, sql: order }],
})

/** Returns a field that can be null: such rows come first ascending and last descending. */
export const optionalField = (type: FieldType, sql: Sql): ListField =>
  valueField(type, sql, type === 'text' ? orEmptySql(sql) : orFirstSql(sql, FIRST[type]))

const orFirstSql = (sql: Sql, first: Sql): Sql => Prisma.sql`CASE WHEN ${sql} IS NULL THEN ${first} ELSE ${sql} END`

/** Values before all others. */
const FIRST: Record<Exclude<FieldType, 'text'>, Sql> = {
  integer: Prisma.sql`-2147483647`,
  bigint: Prisma.sql`-9007199254740991::bigint`,
  money: Prisma.sql`'-Infinity'::numeric`,
  boolean: Prisma.sql`false`,
  instant: Prisma.sql`'-infinity'::timestamptz`,
  date: Prisma.sql`'-infinity'::date`,
}

/** Returns a name, ordered without regard to case and compared bytewise; a missing one comes first. */
export const nameField = (sql: Sql): ListField =>
  valueField('text', sql, Prisma.sql`lower(${orEmptySql(sql)}) COLLATE "C"`)

/**
 * Returns the name of what another field shows as a number. Tests of the name become tests of the number, which can use
 * its index and its stored totals.
 *
 * @param names all names by number.
 */
export const choiceField = (
  numberField: string,
  names: Readonly<Record<number, string>>,
  shown: ListField,
): ListField => ({
  ...shown,
  rewrite: (leaf) => rewriteChoice(leaf, numberField, Object.entries(names)),
})

const rewriteChoice = (leaf: Leaf, field: string, names: readonly [string, string][]): Filter => {
  if ('value' in leaf && leaf.value.kind === 'null') return { op: leaf.op, field, value: leaf.value }
  const values = names.filter(([, name]) => meets(leaf, name)).map(([text]): Literal => ({ kind: 'number', text }))
  return { op: 'in', field, values }
}

/** Compares like the database: by characters, parts of a text without regard to case. */
const meets = (leaf: Leaf, name: string): boolean => {
  switch (leaf.op) {
    case 'in':
      return leaf.values.some((value) => textOf(value) === name)
    case 'contains':
      return name.toLowerCase().includes(leaf.text.toLowerCase())
    case 'startswith':
      return name.toLowerCase().startsWith(leaf.text.toLowerCase())
    case 'endswith':
      return name.toLowerCase().endsWith(leaf.text.toLowerCase())
    default:
      return COMPARE[leaf.op](name, textOf(leaf.value) ?? '')
  }
}

const textOf = (literal: Literal): string | undefined => ('text' in literal ? literal.text : undefined)

const COMPARE = {
  eq: (a: string, b: string) => a === b,
  ne: (a: string, b: string) => a !== b,
  gt: (a: string, b: string) => a > b,
  ge: (a: string, b: string) => a >= b,
  lt: (a: string, b: string) => a < b,
  le: (a: string, b: string) => a <= b,
}

/** Rows of another table that link rows of the list with records. */
export type Links = Pick<SideTable, 'rows' | 'isValue' | 'id' | 'key'>

/**
 * Returns a field with the ids of linked records: filters find the rows that have a link, and those that have none (`eq
 * null`). Lists cannot be ordered by it, because a row can have several.
 *
 * @param links called when a request uses the field: most requests do not.
 * @param noun the linked record, for a problem.
 * @param missingScope the scope for linked records, if the caller lacks it.
 */
export const linkField = (links: () => Links, noun: string, missingScope?: string): ListField => {
  let made: SideTable | undefined
  const make = (): SideTable => {
    made ??= {
      ...links(),
      keyType: 'integer',
      isFirst: Prisma.sql`true`,
      findKey: (value) => ((value.kind === 'number' || value.kind === 'text') && isId(value.text) ? value.text : null),
      normalize: (text) => text,
      valueForm: `the id of a ${noun}`,
    }
    return made
  }
  return {
    type: 'integer',
    missingScope,
    get sql() {
      return make().key
    },
    get sideTable() {
      return make()
    },
  }
}
