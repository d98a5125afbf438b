/** A parsed filter: from text in the comparison subset of OData 4.01, or from fields of a body. */

export type Literal =
  | { kind: 'text'; text: string }
  /** The decimal digits as sent, so that no digit is lost. */
  | { kind: 'number'; text: string }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'null' }
  /** A whole day, YYYY-MM-DD. */
  | { kind: 'date'; text: string }
  /** A moment, ISO 8601. */
  | { kind: 'instant'; text: string }

export const COMPARISONS = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const
export const TEXT_TESTS = ['contains', 'startswith', 'endswith'] as const
export type Comparison = (typeof COMPARISONS)[number]
export type TextTest = (typeof TEXT_TESTS)[number]

/** One test of one field. */
export type Leaf =
  | { op: Comparison; field: string; value: Literal }
  | { op: 'in'; field: string; values: Literal[] }
  | { op: TextTest; field: string; text: string }

export type Filter = Leaf | { op: 'and'; parts: Filter[] } | { op: 'or'; parts: Filter[] } | { op: 'not'; part: Filter }

/** Joins filters by `and`, ignoring null; null if there is none. */
export const joinFilters = (filters: readonly (Filter | null)[]): Filter | null => {
  const parts = filters.filter((filter): filter is Filter => filter !== null)
  if (parts.length <= 1) return parts[0] ?? null
  return { op: 'and', parts }
}

/** Returns whether a filter tests only these fields. */
export const usesOnly = (filter: Filter, fields: readonly string[]): boolean => {
  if (filter.op === 'not') return usesOnly(filter.part, fields)
  if (filter.op === 'and' || filter.op === 'or') return filter.parts.every((part) => usesOnly(part, fields))
  return fields.some((field) => field.toLowerCase() === filter.field.toLowerCase())
}

/** Returns the parts that are joined by `and`. */
export const splitConjunction = (filter: Filter): Filter[] =>
  filter.op === 'and' ? filter.parts.flatMap(splitConjunction) : [filter]

/** Returns the field names that a filter uses, as sent. */
export const findFieldNames = (filter: Filter): string[] => {
  if (filter.op === 'not') return findFieldNames(filter.part)
  return filter.op === 'and' || filter.op === 'or' ? filter.parts.flatMap(findFieldNames) : [filter.field]
}

/** Prints a filter; parseFilter makes the same filter from the text. */
export const printFilter = (filter: Filter): string => {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.parts.map(printPart).join(` ${filter.op} `)
    case 'not':
      return `not (${printFilter(filter.part)})`
    case 'in':
      return `${filter.field} in (${filter.values.map(printLiteral).join(', ')})`
    case 'contains':
    case 'startswith':
    case 'endswith':
      return `${filter.op}(${filter.field}, ${quoted(filter.text)})`
    default:
      return `${filter.field} ${filter.op} ${printLiteral(filter.value)}`
  }
}

const printPart = (part: Filter): string =>
  part.op === 'and' || part.op === 'or' ? `(${printFilter(part)})` : printFilter(part)

export const printLiteral = (literal: Literal): string => {
  if (literal.kind === 'text') return quoted(literal.text)
  if (literal.kind === 'null') return 'null'
  return literal.kind === 'boolean' ? String(literal.value) : literal.text
}

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
