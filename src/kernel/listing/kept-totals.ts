import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { type Filter, isOver, type Leaf, type Literal } from './filter.ts'
import type { KeptTotals } from './listing.ts'

/**
 * The total as a sum over kept buckets, where the filter asks for nothing but the fields they are kept by; null where
 * rows must be counted. The filter is known to be well typed.
 */
export const keptTotal = (totals: KeptTotals | undefined, tenantId: number, filter: Filter | null): Sql | null => {
  if (!totals) return null
  if (filter && !(isOver(filter, Object.keys(totals.values)) && ofWholeTexts(filter, totals.values))) return null
  const buckets = combinations(totals.values)
    .filter((values) => filter === null || holds(filter, values))
    .map((values) => totals.bucket(values))
  return Prisma.sql`(SELECT coalesce(sum(t.n), 0) FROM record_count t
    WHERE t.tenant_id = ${tenantId}::integer AND t.bucket = ANY (${buckets}::text[]))`
}

type Values = Record<string, number | string>

const combinations = (values: KeptTotals['values']): Values[] =>
  Object.entries(values).reduce<Values[]>(
    (made, [field, choices]) => made.flatMap((before) => choices.map((choice) => ({ ...before, [field]: choice }))),
    [{}],
  )

const holds = (filter: Filter, values: Values): boolean => {
  if (filter.op === 'not') return !holds(filter.part, values)
  if (filter.op === 'and') return filter.parts.every((part) => holds(part, values))
  if (filter.op === 'or') return filter.parts.some((part) => holds(part, values))
  const value = keptValue(values, filter.field)
  return typeof value === 'string' ? textHolds(filter, value) : numberHolds(filter, value)
}

const keptValue = (values: Values, field: string): number | string =>
  Object.entries(values).find(([name]) => name.toLowerCase() === field.toLowerCase())?.[1] ?? Number.NaN

/** Texts are compared as the database compares them where both are plain words: by their letters. */
const textHolds = (leaf: Leaf, value: string): boolean => {
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

/** Tests of texts that totals can be held against. */
const ofWholeTexts = (filter: Filter, values: KeptTotals['values']): boolean => {
  if (filter.op === 'not') return ofWholeTexts(filter.part, values)
  if (filter.op === 'and' || filter.op === 'or') return filter.parts.every((part) => ofWholeTexts(part, values))
  const choices = Object.entries(values).find(([name]) => name.toLowerCase() === filter.field.toLowerCase())?.[1]
  return typeof choices?.[0] !== 'string' || ['in', 'eq', 'ne'].includes(filter.op)
}

const numberHolds = (leaf: Leaf, value: number): boolean => {
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

const textOf = (literal: Literal): string | null => (literal.kind === 'text' ? literal.text : null)
const numberOf = (literal: Literal): number => (literal.kind === 'number' ? Number(literal.text) : Number.NaN)
