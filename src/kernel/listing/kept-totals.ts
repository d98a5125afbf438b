import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Param } from '../database/shape.ts'
import { type Filter, type Leaf, type Literal, usesOnly } from './filter.ts'
import type { KeptTotals, KeptValue } from './listing.ts'

/**
 * Returns the total as a sum over kept buckets; null if rows must be counted, because the filter tests other fields
 * than those of the buckets. The types of the filter must have been checked before.
 */
export const keptTotalSql = (
  totals: KeptTotals | undefined,
  tenantId: Param<number>,
  filter: Filter | null,
): Sql | null => {
  if (!totals) return null
  if (filter && !(usesOnly(filter, Object.keys(totals.values)) && comparesWholeValues(filter, totals.values)))
    return null
  const buckets = combinations(totals.values)
    .filter((values) => filter === null || matches(filter, values))
    .map((values) => totals.bucket(values))
  return Prisma.sql`(SELECT coalesce(sum(t.n), 0) FROM record_count t
    WHERE t.tenant_id = ${tenantId}::integer AND t.bucket = ANY (${buckets}::text[]))`
}

type Values = Record<string, KeptValue>

const combinations = (values: KeptTotals['values']): Values[] =>
  Object.entries(values).reduce<Values[]>(
    (made, [field, choices]) => made.flatMap((before) => choices.map((choice) => ({ ...before, [field]: choice }))),
    [{}],
  )

const matches = (filter: Filter, values: Values): boolean => {
  if (filter.op === 'not') return !matches(filter.part, values)
  if (filter.op === 'and') return filter.parts.every((part) => matches(part, values))
  if (filter.op === 'or') return filter.parts.some((part) => matches(part, values))
  const value = keptValue(values, filter.field)
  if (typeof value === 'boolean') return matchesBoolean(filter, value)
  return typeof value === 'string' ? matchesText(filter, value) : matchesNumber(filter, value)
}

const keptValue = (values: Values, field: string): KeptValue =>
  Object.entries(values).find(([name]) => name.toLowerCase() === field.toLowerCase())?.[1] ?? Number.NaN

const matchesBoolean = (leaf: Leaf, value: boolean): boolean => {
  if (leaf.op === 'in') return leaf.values.some((wanted) => booleanOf(wanted) === value)
  if (leaf.op === 'ne') return booleanOf(leaf.value) !== value
  return leaf.op === 'eq' && booleanOf(leaf.value) === value
}

/** Compares texts by their characters. The database compares the plain words of these fields in the same way. */
const matchesText = (leaf: Leaf, value: string): boolean => {
  switch (leaf.op) {
    case 'in':
      return leaf.values.some((wanted) => textOf(wanted) === value)
    case 'eq':
      return textOf(leaf.value) === value
    case 'ne':
      return textOf(leaf.value) !== value
    default:
      return false
  }
}

/** Returns whether every test of a text or boolean compares the whole value: only these can use kept totals. */
const comparesWholeValues = (filter: Filter, values: KeptTotals['values']): boolean => {
  if (filter.op === 'not') return comparesWholeValues(filter.part, values)
  if (filter.op === 'and' || filter.op === 'or') return filter.parts.every((part) => comparesWholeValues(part, values))
  const choices = Object.entries(values).find(([name]) => name.toLowerCase() === filter.field.toLowerCase())?.[1]
  return typeof choices?.[0] === 'number' || ['in', 'eq', 'ne'].includes(filter.op)
}

const matchesNumber = (leaf: Leaf, value: number): boolean => {
  switch (leaf.op) {
    case 'in':
      return leaf.values.some((wanted) => numberOf(wanted) === value)
    case 'eq':
      return value === numberOf(leaf.value)
    case 'ne':
      return value !== numberOf(leaf.value)
    case 'gt':
      return value > numberOf(leaf.value)
    case 'ge':
      return value >= numberOf(leaf.value)
    case 'lt':
      return value < numberOf(leaf.value)
    case 'le':
      return value <= numberOf(leaf.value)
    default:
      return false
  }
}

const booleanOf = (literal: Literal): boolean | null => (literal.kind === 'boolean' ? literal.value : null)
const textOf = (literal: Literal): string | null => (literal.kind === 'text' ? literal.text : null)
const numberOf = (literal: Literal): number => (literal.kind === 'number' ? Number(literal.text) : Number.NaN)
