import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { badInput } from '../errors/problem.ts'
import type { Filter, Leaf, Literal } from './filter.ts'
import { findField, type Listing, type SideTable } from './listing.ts'

/** A condition on the rows of one field's side table. */
export interface SideTableTest {
  sideTable: SideTable
  test: Sql
}

interface Context {
  listing: Listing
  pointer: string
}

interface LeafContext {
  pointer: string
  /** Makes the condition that a row of the listing has a value that meets a test. */
  hasValue: (sideTable: SideTable, test: Sql) => Sql
}

/**
 * Returns the filter as one condition on the rows of a side table. Returns null if the filter also tests other fields,
 * or tests that there is no value.
 *
 * @throws 400 for a value that the field cannot have.
 */
export const findSideTableTest = (filter: Filter, context: Context): SideTableTest | null => {
  if (filter.op === 'not') return null
  if (filter.op !== 'and' && filter.op !== 'or') return leafTest(filter, context)
  const tests = filter.parts.map((part) => findSideTableTest(part, context))
  const [first] = tests
  if (!first || !tests.every((test) => test?.sideTable === first.sideTable)) return null
  // With several values per record, one value may meet the first test and another value the second.
  if (filter.op === 'and' && first.sideTable.isFirst) return null
  const joined = tests.flatMap((test) => (test ? [test.test] : []))
  return {
    sideTable: first.sideTable,
    test: Prisma.sql`(${Prisma.join(joined, filter.op === 'and' ? ' AND ' : ' OR ')})`,
  }
}

const leafTest = (leaf: Leaf, { listing, pointer }: Context): SideTableTest | null => {
  const [name = '', field] = findField(listing, leaf.field) ?? []
  const sideTable = field?.sideTable
  if (!sideTable) return null
  if (leaf.op === 'ne') return leaf.value.kind === 'null' ? { sideTable, test: Prisma.sql`true` } : null
  if (leaf.op === 'eq' && leaf.value.kind === 'null') return null
  return { sideTable, test: rowTest(leaf, name, sideTable, pointer) }
}

/** Returns a test of a field with a side table, as a condition on the listing's row. */
export const sideTableLeafSql = (
  leaf: Leaf,
  name: string,
  sideTable: SideTable,
  { pointer, hasValue }: LeafContext,
): Sql => {
  if (leaf.op === 'ne' || leaf.op === 'eq') {
    const isNull = leaf.value.kind === 'null'
    const has = hasValue(
      sideTable,
      isNull ? Prisma.sql`true` : rowTest({ ...leaf, op: 'eq' }, name, sideTable, pointer),
    )
    return (leaf.op === 'ne') === isNull ? has : Prisma.sql`NOT ${has}`
  }
  return hasValue(sideTable, rowTest(leaf, name, sideTable, pointer))
}

/** Returns the condition that the listing's row has a value that meets a test. */
export const existsSql = (listing: Listing, { rows, isValue, id }: SideTable, test: Sql): Sql =>
  Prisma.sql`EXISTS (SELECT FROM ${rows} WHERE ${isValue} AND ${id} = ${listing.id} AND ${test})`

const rowTest = (leaf: Leaf, name: string, sideTable: SideTable, pointer: string): Sql => {
  const { key } = sideTable
  const isNumber = sideTable.keyType === 'integer'
  const keyOf = (value: Literal): string => {
    const found = value.kind === 'null' ? null : sideTable.findKey(value)
    if (found === null) throw badInput(pointer, `the value compared with ${name} must be ${sideTable.valueForm}`)
    return found
  }
  switch (leaf.op) {
    case 'in':
      return Prisma.sql`${key} = ANY (${leaf.values.map(keyOf)}::text[]${isNumber ? Prisma.sql`::integer[]` : Prisma.empty})`
    case 'contains':
    case 'startswith':
    case 'endswith':
      return partTest(leaf, name, sideTable, pointer)
    default: {
      if (leaf.value.kind === 'null') throw badInput(pointer, `${name} can be compared with null only by eq and ne`)
      return Prisma.sql`${key} ${OPERATORS[leaf.op]} ${keyOf(leaf.value)}::${isNumber ? Prisma.sql`integer` : Prisma.sql`text`}`
    }
  }
}

const OPERATORS = {
  eq: Prisma.sql`=`,
  ne: Prisma.sql`<>`,
  gt: Prisma.sql`>`,
  ge: Prisma.sql`>=`,
  lt: Prisma.sql`<`,
  le: Prisma.sql`<=`,
}

/** The last character of UTF-8: it is greater than every text that follows a common start. */
const LAST = '\u{10ffff}'

/**
 * Returns a test of a part of a text. Keys are cut to a maximum length: the rest is searched in the text itself,
 * ignoring only its case.
 */
const partTest = (leaf: Leaf & { text: string }, name: string, sideTable: SideTable, pointer: string): Sql => {
  const { key, text } = sideTable
  if (!text) throw badInput(pointer, `${leaf.op} requires a text field, and ${name} is not one`)
  const part = sideTable.normalize(leaf.text)
  if (leaf.op === 'startswith') return Prisma.sql`(${key} >= ${part}::text AND ${key} < ${part + LAST}::text)`
  if (leaf.op === 'contains')
    return Prisma.sql`(position(${part}::text IN ${key}) > 0 OR position(lower(${leaf.text}::text) IN lower(${text})) > 0)`
  return Prisma.sql`(right(${key}, char_length(${part}::text)) = ${part}::text
    OR right(lower(${text}), char_length(lower(${leaf.text}::text))) = lower(${leaf.text}::text))`
}
