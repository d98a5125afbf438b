import { insufficientScope } from '../errors/problem.ts'
import { isDate } from '../time/written-date.ts'
import type { Filter, Leaf, Literal } from './filter.ts'
import { type FieldType, findField, type Listing } from './listing.ts'

/**
 * Replaces tests of fields that rewrite them, and converts texts in single quotes to the type of their field: rows show many ids and all dates as texts, so filters
 * accept them as the row shows them: `TaskPriorityId eq '2'`, `DueDate lt '2026-05-01'`. A text that is not a value of
 * the type stays a text, which the filter rejects.
 *
 * @param pointer of the filter. @throws 400 for a value that a rewritten field cannot have, 403.
 */
export const convertFilter = (filter: Filter, listing: Listing, pointer: string): Filter => {
  if (filter.op === 'not') return { ...filter, part: convertFilter(filter.part, listing, pointer) }
  if (filter.op === 'and' || filter.op === 'or')
    return { ...filter, parts: filter.parts.map((part) => convertFilter(part, listing, pointer)) }
  const [, field] = findField(listing, filter.field) ?? []
  if (field?.missingScope) throw insufficientScope(field.missingScope)
  if (!field || field.sideTable) return filter
  const leaf = convertLeaf(filter, field.type)
  return field.rewrite ? field.rewrite(leaf, pointer) : leaf
}

const convertLeaf = (leaf: Leaf, type: FieldType): Leaf => {
  if (leaf.op === 'in') return { ...leaf, values: leaf.values.map((value) => convertLiteral(value, type)) }
  return 'value' in leaf ? { ...leaf, value: convertLiteral(leaf.value, type) } : leaf
}

/** Converts a text in single quotes to a type; returns a text that is not a value of the type unchanged. */
export const convertLiteral = (value: Literal, type: FieldType): Literal => {
  if (value.kind !== 'text') return value
  const { text } = value
  switch (type) {
    case 'text':
      return value
    case 'integer':
    case 'bigint':
    case 'money':
      return /^-?\d+(\.\d+)?$/.test(text) ? { kind: 'number', text } : value
    case 'boolean':
      return text === 'true' || text === 'false' ? { kind: 'boolean', value: text === 'true' } : value
    case 'date':
    case 'instant':
      if (!isDate(text)) return value
      return text.length === DAY_CHARACTERS ? { kind: 'date', text } : { kind: 'instant', text: withZone(text) }
  }
}

const DAY_CHARACTERS = 10

/** Returns an instant with its zone: one without a zone is in UTC. */
const withZone = (text: string): string => (/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.slice(16)) ? text : `${text}Z`)
