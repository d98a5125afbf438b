import { Prisma } from '../../generated/prisma/client.ts'
import type { Sql } from '../../generated/prisma/internal/prismaNamespace.ts'
import { type Filter, isOver, type Leaf, type Literal } from './filter.ts'
import type { KeptTotals } from './listing.ts'

/**
 * The total as a sum over kept buckets, where the filter asks for nothing but the fields they are kept by; null where
 * rows must be counted. The filter is known to be well typed.
 */
export const keptTotal = (totals: KeptTotals | undefined, tenantId: number, filter: Filter | null): Sql | null => {
  if (!totals || (filter && !isOver(filter, Object.keys(totals.values)))) return null
  const buckets = combinations(totals.values)
    .filter((values) => filter === null || holds(filter, values))
    .map((values) => totals.bucket(values))
  return Prisma.sql`(SELECT coalesce(sum(t.n), 0) FROM record_count t
    WHERE t.tenant_id = ${tenantId}::integer AND t.bucket = ANY (${buckets}::text[]))`
}

const combinations = (values: KeptTotals['values']): Record<string, number>[] =>
  Object.entries(values).reduce<Record<string, number>[]>(
    (made, [field, choices]) => made.flatMap((before) => choices.map((choice) => ({ ...before, [field]: choice }))),
    [{}],
  )

const holds = (filter: Filter, values: Record<string, number>): boolean => {
  if (filter.op === 'not') return !holds(filter.part, values)
  if (filter.op === 'and') return filter.parts.every((part) => holds(part, values))
  if (filter.op === 'or') return filter.parts.some((part) => holds(part, values))
  return leafHolds(filter, keptValue(values, filter.field))
}

const keptValue = (values: Record<string, number>, field: string): number =>
  Object.entries(values).find(([name]) => name.toLowerCase() === field.toLowerCase())?.[1] ?? Number.NaN

const leafHolds = (leaf: Leaf, value: number): boolean => {
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

const numberOf = (literal: Literal): number => (literal.kind === 'number' ? Number(literal.text) : Number.NaN)
