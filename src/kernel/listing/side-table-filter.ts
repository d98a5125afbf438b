import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { badInput } from '../errors/problem.ts'
import type { Filter, Leaf, Literal } from './filter.ts'
import { type Beside, findField, type Listing } from './listing.ts'

/** A condition on the rows that hold one field's values. */
export interface BesideTest {
  beside: Beside
  test: Sql
}

interface Context {
  listing: Listing
  pointer: string
}

interface LeafContext {
  pointer: string
  /** Asks a row of the listing whether it has a value that meets a test. */
  holds: (beside: Beside, test: Sql) => Sql
}

/**
 * The filter as one condition on the rows of a field's values, where it asks for nothing else and for no absence; null
 * otherwise. Throws 400 for a value that is none of the field's.
 */
export const besideTest = (filter: Filter, context: Context): BesideTest | null => {
  if (filter.op === 'not') return null
  if (filter.op !== 'and' && filter.op !== 'or') return leafTest(filter, context)
  const tests = filter.parts.map((part) => besideTest(part, context))
  const [first] = tests
  if (!first || !tests.every((test) => test?.beside === first.beside)) return null
  // Of several values one may meet the first test and another the second.
  if (filter.op === 'and' && first.beside.first) return null
  const joined = tests.flatMap((test) => (test ? [test.test] : []))
  return { beside: first.beside, test: Prisma.sql`(${Prisma.join(joined, filter.op === 'and' ? ' AND ' : ' OR ')})` }
}

const leafTest = (leaf: Leaf, { listing, pointer }: Context): BesideTest | null => {
  const [name = '', field] = findField(listing, leaf.field) ?? []
  const beside = field?.beside
  if (!beside) return null
  if (leaf.op === 'ne') return leaf.value.kind === 'null' ? { beside, test: Prisma.sql`true` } : null
  if (leaf.op === 'eq' && leaf.value.kind === 'null') return null
  return { beside, test: rowTest(leaf, name, beside, pointer) }
}

/** A test of a field that is kept beside, as a condition on the listing's row. */
export const besideLeafSql = (leaf: Leaf, name: string, beside: Beside, { pointer, holds }: LeafContext): Sql => {
  if (leaf.op === 'ne' || leaf.op === 'eq') {
    const isNull = leaf.value.kind === 'null'
    const has = holds(beside, isNull ? Prisma.sql`true` : rowTest({ ...leaf, op: 'eq' }, name, beside, pointer))
    return (leaf.op === 'ne') === isNull ? has : Prisma.sql`NOT ${has}`
  }
  return holds(beside, rowTest(leaf, name, beside, pointer))
}

/** Whether the listing's row has a value that meets a test. */
export const existsSql = (listing: Listing, { rows, are, id }: Beside, test: Sql): Sql =>
  Prisma.sql`EXISTS (SELECT FROM ${rows} WHERE ${are} AND ${id} = ${listing.id} AND ${test})`

const rowTest = (leaf: Leaf, name: string, beside: Beside, pointer: string): Sql => {
  const { key } = beside
  const keyOf = (value: Literal): string => {
    const found = value.kind === 'null' ? null : beside.keyOf(value)
    if (found === null) throw badInput(pointer, `${name} is compared with ${beside.form}`)
    return found
  }
  switch (leaf.op) {
    case 'in':
      return Prisma.sql`${key} = ANY (${leaf.values.map(keyOf)}::text[])`
    case 'contains':
    case 'startswith':
    case 'endswith':
      return partTest(leaf, name, beside, pointer)
    default: {
      if (leaf.value.kind === 'null') throw badInput(pointer, `${name} can be compared with null by eq and ne only`)
      return Prisma.sql`${key} ${OPERATORS[leaf.op]} ${keyOf(leaf.value)}::text`
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

/** The last character that UTF-8 has: no text begins with what it ends. */
const LAST = '\u{10ffff}'

/** Keys are cut off: what stands behind is looked for in the text, where only its case is passed over. */
const partTest = (leaf: Leaf & { text: string }, name: string, beside: Beside, pointer: string): Sql => {
  const { key, text } = beside
  if (!text) throw badInput(pointer, `${leaf.op} needs a field of text, which ${name} is not`)
  const part = beside.normalise(leaf.text)
  if (leaf.op === 'startswith') return Prisma.sql`(${key} >= ${part}::text AND ${key} < ${part + LAST}::text)`
  if (leaf.op === 'contains')
    return Prisma.sql`(position(${part}::text IN ${key}) > 0 OR position(lower(${leaf.text}::text) IN lower(${text})) > 0)`
  return Prisma.sql`(right(${key}, char_length(${part}::text)) = ${part}::text
    OR right(lower(${text}), char_length(lower(${leaf.text}::text))) = lower(${leaf.text}::text))`
}
