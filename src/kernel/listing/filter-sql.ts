import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { badInput } from '../errors/problem.ts'
import { choiceOf } from '../text/similar.ts'
import { dayLiteral } from './day-literals.ts'
import type { Comparison, Filter, Leaf, Literal, TextTest } from './filter.ts'
import { type FieldType, filterableFields, findField, type ListField, type Listing, type SideTable } from './listing.ts'
import { existsSql, findSideTableTest, sideTableLeafSql } from './side-table-filter.ts'
import { arrayParameterSql, parameterSql } from './value-sql.ts'

export interface FilterContext {
  listing: Listing
  /** IANA name of the tenant's time zone: where its days begin and end. */
  timeZone: string
  /** The position of the filter in the request. */
  pointer: string
  /** Makes the condition that a row has a value that meets a test; existsSql if absent. */
  hasValue?: (sideTable: SideTable, test: Sql) => Sql
}

const OPERATORS: Record<Exclude<Comparison, 'eq' | 'ne'>, Sql> = {
  gt: Prisma.sql`>`,
  ge: Prisma.sql`>=`,
  lt: Prisma.sql`<`,
  le: Prisma.sql`<=`,
}

/**
 * Returns the filter as a condition; all its values are parameters. A test of a missing value is false, and `not` makes
 * it true (OData 4.01, 5.1.1.1: there is no third truth value), so negations are moved inwards to the tests.
 *
 * @throws 400 for a field that cannot be filtered and for a value of another type.
 */
export const filterSql = (filter: Filter, context: FilterContext, negated = false): Sql => {
  const sideTable = findSideTableTest(filter, context)
  if (sideTable) {
    const has = hasValueOf(context)(sideTable.sideTable, sideTable.test)
    return negated ? Prisma.sql`NOT ${has}` : has
  }
  if (filter.op === 'not') return filterSql(filter.part, context, !negated)
  if (filter.op === 'and' || filter.op === 'or') {
    const parts = filter.parts.map((part) => filterSql(part, context, negated))
    return Prisma.sql`(${Prisma.join(parts, (filter.op === 'and') === negated ? ' OR ' : ' AND ')})`
  }
  const [name, field] = findField(context.listing, filter.field) ?? []
  if (!name || !field || field.filter === false)
    throw badInput(
      context.pointer,
      `cannot filter by ${filter.field.slice(0, 100)}. Use ${choiceOf(filter.field, filterableFields(context.listing))}`,
    )
  const test = field.sideTable
    ? sideTableLeafSql(filter, name, field.sideTable, { ...context, hasValue: hasValueOf(context) })
    : leafSql(normalized(dayOf(filter, field.type, context), field), name, field, context)
  return negated ? Prisma.sql`(${test}) IS NOT TRUE` : test
}

/** Returns the day of a test of days, in which an instant means its day in the time zone of the tenant. */
const dayOf = (leaf: Leaf, type: FieldType, { timeZone }: Pick<FilterContext, 'timeZone'>): Leaf => {
  if (type !== 'date') return leaf
  if (leaf.op === 'in') return { ...leaf, values: leaf.values.map((value) => dayLiteral(value, timeZone)) }
  return 'value' in leaf ? { ...leaf, value: dayLiteral(leaf.value, timeZone) } : leaf
}

const hasValueOf = ({ listing, hasValue }: FilterContext) =>
  hasValue ?? ((sideTable: SideTable, test: Sql) => existsSql(listing, sideTable, test))

/** Brings the values of a test to the form in which the field is stored. */
const normalized = (leaf: Leaf, { normalize }: ListField): Leaf => {
  if (!normalize) return leaf
  const inForm = (value: Literal): Literal =>
    value.kind === 'text' ? { kind: 'text', text: normalize(value.text) } : value
  if ('text' in leaf) return { ...leaf, text: normalize(leaf.text) }
  return leaf.op === 'in' ? { ...leaf, values: leaf.values.map(inForm) } : { ...leaf, value: inForm(leaf.value) }
}

const leafSql = (leaf: Leaf, name: string, field: ListField, { pointer, timeZone }: FilterContext): Sql => {
  switch (leaf.op) {
    case 'contains':
    case 'startswith':
    case 'endswith':
      if (field.type !== 'text') throw badInput(pointer, `${leaf.op} requires a text field, and ${name} is not one`)
      return field.normalize && leaf.op === 'startswith'
        ? startSql(field.sql, leaf.text)
        : textTestSql(leaf.op, field.sql, leaf.text)
    case 'in':
      return Prisma.sql`${comparable(field, leaf)} = ANY (${arrayParameterSql(name, field.type, leaf.values, pointer)})`
    default: {
      const value = parameterSql(name, field.type, leaf.value, pointer)
      if (leaf.value.kind === 'null') return nullTestSql(leaf.op, field.sql, name, pointer)
      if (field.type === 'instant' && leaf.value.kind === 'date')
        return dayTestSql(leaf.op, field.sql, leaf.value, timeZone)
      return comparisonSql(leaf.op, comparable(field, leaf), value)
    }
  }
}

/**
 * Returns the expression to compare. A missing value and the empty text both fail a comparison with a text that is not
 * empty by eq, in, gt or ge. So the expression of the index can replace the column there.
 */
const comparable = (field: ListField, leaf: Leaf): Sql => {
  const values = leaf.op === 'in' ? leaf.values : 'value' in leaf ? [leaf.value] : []
  const isUpwards = leaf.op === 'eq' || leaf.op === 'in' || leaf.op === 'gt' || leaf.op === 'ge'
  const areTexts = values.every((value) => value.kind === 'text' && value.text !== '')
  return field.key && isUpwards && areTexts ? field.key : field.sql
}

/** Returns a test of a text, case-insensitive: the database converts both sides to lower case. */
const textTestSql = (op: TextTest, value: Sql, text: string): Sql => {
  if (op === 'contains') return Prisma.sql`position(lower(${text}::text) IN lower(${value})) > 0`
  if (op === 'startswith') return Prisma.sql`starts_with(lower(${value}), lower(${text}::text))`
  return Prisma.sql`right(lower(${value}), char_length(lower(${text}::text))) = lower(${text}::text)`
}

/** The last character of UTF-8: it is greater than every text that follows a common start. */
const LAST = '\u{10ffff}'

/**
 * Returns a test of the start of a text that is stored normalized and compared bytewise: a range, which an index can
 * find.
 */
const startSql = (value: Sql, text: string): Sql =>
  Prisma.sql`(${value} >= ${text}::text AND ${value} < ${text + LAST}::text)`

const nullTestSql = (op: Comparison, value: Sql, name: string, pointer: string): Sql => {
  if (op === 'eq') return Prisma.sql`${value} IS NULL`
  if (op === 'ne') return Prisma.sql`${value} IS NOT NULL`
  throw badInput(pointer, `${name} can be compared with null only by eq and ne`)
}

const comparisonSql = (op: Comparison, left: Sql, right: Sql): Sql => {
  if (op === 'eq') return Prisma.sql`${left} = ${right}`
  // A missing value differs from every value.
  if (op === 'ne') return Prisma.sql`${left} IS DISTINCT FROM ${right}`
  return Prisma.sql`${left} ${OPERATORS[op]} ${right}`
}

/** Returns a test of an instant compared with a date: the date is the whole day in the tenant's time zone. */
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
