import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { badInput } from '../errors/problem.ts'
import { besideLeafSql, besideTest, existsSql } from './side-table-filter.ts'
import type { Comparison, Filter, Leaf, Literal, TextTest } from './filter.ts'
import { type Beside, findField, type ListField, type Listing } from './listing.ts'
import { arrayParameter, parameter } from './value-sql.ts'

export interface FilterContext {
  listing: Listing
  /** IANA name of the tenant's time zone: where its days begin and end. */
  timeZone: string
  /** The place of the filter in the request. */
  pointer: string
  /** How a row is asked whether it has a value that meets a test: existsSql where not said. */
  holds?: (beside: Beside, test: Sql) => Sql
}

const OPERATORS: Record<Exclude<Comparison, 'eq' | 'ne'>, Sql> = {
  gt: Prisma.sql`>`,
  ge: Prisma.sql`>=`,
  lt: Prisma.sql`<`,
  le: Prisma.sql`<=`,
}

/**
 * The filter as a condition; its values are parameters all. Tests of a missing value fail and `not` turns that round
 * (OData 4.01, 5.1.1.1: no third truth value): negations are moved inwards to the tests.
 *
 * @throws 400 for a field that cannot be filtered and for a value that is not of its type.
 */
export const filterSql = (filter: Filter, context: FilterContext, negated = false): Sql => {
  const beside = besideTest(filter, context)
  if (beside) {
    const has = holdsOf(context)(beside.beside, beside.test)
    return negated ? Prisma.sql`NOT ${has}` : has
  }
  if (filter.op === 'not') return filterSql(filter.part, context, !negated)
  if (filter.op === 'and' || filter.op === 'or') {
    const parts = filter.parts.map((part) => filterSql(part, context, negated))
    return Prisma.sql`(${Prisma.join(parts, (filter.op === 'and') === negated ? ' OR ' : ' AND ')})`
  }
  const [name, field] = findField(context.listing, filter.field) ?? []
  if (!name || !field || field.filter === false)
    throw badInput(context.pointer, `cannot be filtered by ${filter.field.slice(0, 100)}`)
  const test = field.beside
    ? besideLeafSql(filter, name, field.beside, { ...context, holds: holdsOf(context) })
    : leafSql(normalised(filter, field), name, field, context)
  return negated ? Prisma.sql`(${test}) IS NOT TRUE` : test
}

const holdsOf = ({ listing, holds }: FilterContext) =>
  holds ?? ((beside: Beside, test: Sql) => existsSql(listing, beside, test))

/** What is compared, in the form in which the field is kept. */
const normalised = (leaf: Leaf, { normalise }: ListField): Leaf => {
  if (!normalise) return leaf
  const inForm = (value: Literal): Literal =>
    value.kind === 'text' ? { kind: 'text', text: normalise(value.text) } : value
  if ('text' in leaf) return { ...leaf, text: normalise(leaf.text) }
  return leaf.op === 'in' ? { ...leaf, values: leaf.values.map(inForm) } : { ...leaf, value: inForm(leaf.value) }
}

const leafSql = (leaf: Leaf, name: string, field: ListField, { pointer, timeZone }: FilterContext): Sql => {
  switch (leaf.op) {
    case 'contains':
    case 'startswith':
    case 'endswith':
      if (field.type !== 'text') throw badInput(pointer, `${leaf.op} needs a field of text, which ${name} is not`)
      return field.normalise && leaf.op === 'startswith'
        ? beginningSql(field.sql, leaf.text)
        : textTestSql(leaf.op, field.sql, leaf.text)
    case 'in':
      return Prisma.sql`${comparable(field, leaf)} = ANY (${arrayParameter(name, field.type, leaf.values, pointer)})`
    default: {
      const value = parameter(name, field.type, leaf.value, pointer)
      if (leaf.value.kind === 'null') return nullTestSql(leaf.op, field.sql, name, pointer)
      if (field.type === 'instant' && leaf.value.kind === 'date')
        return dayTestSql(leaf.op, field.sql, leaf.value, timeZone)
      return comparisonSql(leaf.op, comparable(field, leaf), value)
    }
  }
}

/**
 * What to compare. Against texts that are not empty, and upwards, a missing value tests false as the empty text does,
 * so that the expression of the index can stand for the column.
 */
const comparable = (field: ListField, leaf: Leaf): Sql => {
  const values = leaf.op === 'in' ? leaf.values : 'value' in leaf ? [leaf.value] : []
  const isUpwards = leaf.op === 'eq' || leaf.op === 'in' || leaf.op === 'gt' || leaf.op === 'ge'
  const areTexts = values.every((value) => value.kind === 'text' && value.text !== '')
  return field.key && isUpwards && areTexts ? field.key : field.sql
}

/** Whatever the case, on both sides by the database's own rules. */
const textTestSql = (op: TextTest, value: Sql, text: string): Sql => {
  if (op === 'contains') return Prisma.sql`position(lower(${text}::text) IN lower(${value})) > 0`
  if (op === 'startswith') return Prisma.sql`starts_with(lower(${value}), lower(${text}::text))`
  return Prisma.sql`right(lower(${value}), char_length(lower(${text}::text))) = lower(${text}::text)`
}

/** The last character that UTF-8 has: no text begins with what it ends. */
const LAST = '\u{10ffff}'

/** The beginning of a text that is kept normalised and compared bytewise: a range, which an index can be entered by. */
const beginningSql = (value: Sql, text: string): Sql =>
  Prisma.sql`(${value} >= ${text}::text AND ${value} < ${text + LAST}::text)`

const nullTestSql = (op: Comparison, value: Sql, name: string, pointer: string): Sql => {
  if (op === 'eq') return Prisma.sql`${value} IS NULL`
  if (op === 'ne') return Prisma.sql`${value} IS NOT NULL`
  throw badInput(pointer, `${name} can be compared with null by eq and ne only`)
}

const comparisonSql = (op: Comparison, left: Sql, right: Sql): Sql => {
  if (op === 'eq') return Prisma.sql`${left} = ${right}`
  // A missing value differs from every other.
  if (op === 'ne') return Prisma.sql`${left} IS DISTINCT FROM ${right}`
  return Prisma.sql`${left} ${OPERATORS[op]} ${right}`
}

/** An instant compared with a date: the date is the whole day in the tenant's time zone. */
const dayTestSql = (op: Comparison, instant: Sql, { text }: Literal & { kind: 'date' }, timeZone: string): Sql => {
  const begins = Prisma.sql`(${text}::date::timestamp AT TIME ZONE ${timeZone}::text)`
  const ends = Prisma.sql`((${text}::date + 1)::timestamp AT TIME ZONE ${timeZone}::text)`
  switch (op) {
    case 'eq':
      return Prisma.sql`(${instant} >= ${begins} AND ${instant} < ${ends})`
    case 'ne':
      return Prisma.sql`(${instant} >= ${begins} AND ${instant} < ${ends}) IS NOT TRUE`
    case 'lt':
      return Prisma.sql`${instant} < ${begins}`
    case 'ge':
      return Prisma.sql`${instant} >= ${begins}`
    case 'le':
      return Prisma.sql`${instant} < ${ends}`
    default:
      return Prisma.sql`${instant} >= ${ends}`
  }
}
