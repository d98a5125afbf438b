import type { TSchema } from '@sinclair/typebox'
import { isJsonObject, type Json, type JsonObject } from '../contract/json.ts'
import { badInput } from '../errors/problem.ts'
import { findSimilar } from '../text/similar.ts'
import { type Filter, type Leaf, type Literal, printLiteral } from './filter.ts'
import { findField, type ListField, type Listing } from './listing.ts'

/**
 * Refuses comparisons of an enumerated column with a value that it never has: `eq` and `in` would find no rows, `ne` all.
 * The contract's row lists the values. Comparisons by order, parts of texts and null are not checked.
 *
 * @throws 400 that lists the values of the column.
 */
export const requirePossibleValues = (filter: Filter, listing: Listing, pointer: string): void => {
  if (filter.op === 'not') requirePossibleValues(filter.part, listing, pointer)
  else if (filter.op === 'and' || filter.op === 'or')
    for (const part of filter.parts) requirePossibleValues(part, listing, pointer)
  else requirePossible(filter, listing, pointer)
}

const requirePossible = (filter: Leaf, listing: Listing, pointer: string): void => {
  const compared = comparedValues(filter)
  const [name, field] = compared.length > 0 ? (findField(listing, filter.field) ?? []) : []
  if (!name || !field || !listing.row) return
  const known = columnValues(listing.row).get(name)
  const impossible = known && compared.find((value) => !known.some((one) => isSame(value, one, field)))
  if (!known || !impossible) return
  throw badInput(pointer, `the value compared with ${name} must be one of ${describe(known, impossible, field)}`)
}

const comparedValues = (leaf: Leaf): Literal[] => {
  if (leaf.op === 'in') return leaf.values.filter(({ kind }) => kind !== 'null')
  return (leaf.op === 'eq' || leaf.op === 'ne') && leaf.value.kind !== 'null' ? [leaf.value] : []
}

/** Returns whether two values are the same. Rows show some numbers as texts, and filters accept them in both forms. */
const isSame = (value: Literal, known: string, { type, normalize }: ListField): boolean => {
  if (!('text' in value)) return false
  if (type !== 'text') return value.text.trim() !== '' && Number(value.text) === Number(known)
  return value.kind === 'text' && (normalize ? normalize(value.text) === normalize(known) : value.text === known)
}

const describe = (known: readonly string[], impossible: Literal, { type }: ListField): string => {
  const print = (text: string): string => (type === 'text' ? printLiteral({ kind: 'text', text }) : text)
  const meant =
    type === 'text' && impossible.kind === 'text'
      ? findSimilar(impossible.text, known, (text) => text.toLowerCase())
      : undefined
  const advice = meant === undefined ? '' : `. Did you mean ${print(meant)}?`
  return `${known.map(print).join(', ')}${advice}`
}

type ColumnValues = ReadonlyMap<string, readonly string[]>

const valuesOfRows = new WeakMap<TSchema, ColumnValues>()

/** Returns the values of each enumerated column of a row, as texts. */
const columnValues = (row: TSchema): ColumnValues => {
  const found = valuesOfRows.get(row) ?? readColumnValues(row)
  valuesOfRows.set(row, found)
  return found
}

const readColumnValues = (row: TSchema): ColumnValues => {
  // The static types of TypeBox do not show the keywords of a schema as JSON.
  const { properties } = row as object as JsonObject
  return new Map(
    Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, schema]) => {
      const values = enumeratedValues(schema)
      return values ? [[name, values] as const] : []
    }),
  )
}

const enumeratedValues = (schema: Json): string[] | undefined =>
  isJsonObject(schema) && Array.isArray(schema.enum)
    ? schema.enum.filter((value) => value !== null).map(String)
    : undefined
