import { ownValue } from '../lookups/own-value.ts'
import { findLargestId, readIdText } from './ids-as-text.ts'
import { type IgnoredField, ignoredField, MAX_IGNORED, noteIgnoredFields, pointerSegment } from './ignored-fields.ts'
import { parseJson } from './json-body.ts'
import { shapeName } from './referenced-shapes.ts'

/** The part of JSON Schema that the contract's shapes use and that this file needs. */
export interface ShapeSchema {
  $id?: string
  $ref?: string
  type?: string | readonly string[]
  format?: string
  pattern?: string
  contentMediaType?: string
  properties?: Record<string, ShapeSchema>
  items?: ShapeSchema
  maxItems?: number
  anyOf?: readonly ShapeSchema[]
  oneOf?: readonly ShapeSchema[]
}

/** Converts a value, and adds the dropped fields, with pointers relative to the value. */
type Reader = (value: unknown, dropped: IgnoredField[]) => unknown

/**
 * Builds a function that converts a request body to the documented form before it is validated:
 * - fields that the shape does not contain are dropped, never stored (see ignored-fields);
 * - a number sent for a text becomes its digits (`s` in the documents allows both);
 * - an id as text that is larger than its column allows becomes the largest id, which no record has; not in the filter of a
 *   list, whose response shows its values as they were sent;
 * - an address with letters outside ASCII becomes its URI, with the host in punycode;
 * - a list or object sent as a string of JSON is parsed (nested lists documented as `s`), and one sent for a text of JSON becomes
 *   that text (`OAuthClientInfoJson`).
 * The validator rejects everything else.
 */
export const bodyReader = (schema: ShapeSchema, shared: Record<string, ShapeSchema>): ((value: unknown) => unknown) => {
  const built = new Map<ShapeSchema, Reader>()
  const build = (raw: ShapeSchema): Reader => {
    const shape = raw.$ref ? (ownValue(shared, shapeName(raw.$ref)) ?? raw) : raw
    const known = built.get(shape)
    if (known) return known
    // A shape may contain itself: the placeholder is filled before it is first called.
    let reader: Reader = (value) => value
    built.set(shape, (value, dropped) => reader(value, dropped))
    reader = readerOf(shape, build)
    return reader
  }
  const read = build(schema)
  return (sent) => {
    const dropped: IgnoredField[] = []
    const value = read(sent, dropped)
    noteIgnoredFields(value, dropped)
    return value
  }
}

const readerOf = (shape: ShapeSchema, build: (inner: ShapeSchema) => Reader): Reader => {
  const types = typesOf(shape)
  if (shape.properties) return objectReader(shape.properties, types, build)
  if (types.has('array') && shape.items) return arrayReader(build(shape.items), types, shape.maxItems)
  if (types.has('string') && shape.format === 'uri') return addressReader
  if (types.has('string') && !types.has('number') && !types.has('integer')) return textReaderOf(shape)
  const [only, ...others] = (shape.anyOf ?? shape.oneOf ?? []).filter(({ type }) => type !== 'null')
  if (only && others.length === 0) return build(only)
  return (value) => value
}

const objectReader = (
  properties: Record<string, ShapeSchema>,
  types: Set<string>,
  build: (inner: ShapeSchema) => Reader,
): Reader => {
  const buildField = isListFilter(properties)
    ? (inner: ShapeSchema) => (isId(inner) ? textReader : build(inner))
    : build
  const readers = Object.entries(properties).map(([name, inner]) => [name, buildField(inner)] as const)
  const names = Object.keys(properties)
  const known = new Set(names)
  return (sent, dropped) => {
    const value = fromText(sent, types)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const kept: Record<string, unknown> = {}
    for (const [name, read] of readers) {
      const field = ownValue(value as Record<string, unknown>, name)
      if (field !== undefined) kept[name] = readInner(read, field, name, dropped)
    }
    for (const name of Object.keys(value))
      if (!known.has(name) && dropped.length < MAX_IGNORED) dropped.push(ignoredField(name, names))
    return kept
  }
}

/** Returns whether a parameter is the filter of a list: only these skip rows. */
const isListFilter = ({ Skip }: Record<string, ShapeSchema>): boolean => Skip !== undefined

const isId = ({ pattern = '' }: ShapeSchema): boolean => findLargestId(pattern) !== undefined

/** Prefixes the pointers of fields that are dropped inside a field or an entry. */
const readInner = (read: Reader, value: unknown, name: string, dropped: IgnoredField[]): unknown => {
  const before = dropped.length
  const inner = read(value, dropped)
  const added = dropped.splice(before)
  const inside = (pointer: string) => `${pointerSegment(name)}${pointer}`
  for (const { pointer, similar } of added)
    dropped.push({ pointer: inside(pointer), similar: similar && inside(similar) })
  return inner
}

/**
 * Returns a reader of a list. Of one that is too long, only as much is read as proves it: the rest could contain half a
 * million errors.
 */
const arrayReader =
  (read: Reader, types: Set<string>, max = Number.POSITIVE_INFINITY): Reader =>
  (sent, dropped) => {
    const value = fromText(sent, types)
    if (!Array.isArray(value)) return value
    const entries = value.length > max ? value.slice(0, max + 1) : value
    return entries.map((entry, index) => readInner(read, entry, String(index), dropped))
  }

const textOf = (value: unknown): unknown => (typeof value === 'number' ? String(value) : value)
const textReader: Reader = textOf

const jsonTextReader: Reader = (sent) =>
  typeof sent === 'object' && sent !== null ? JSON.stringify(sent) : textOf(sent)

const textReaderOf = ({ pattern = '', contentMediaType }: ShapeSchema): Reader => {
  if (contentMediaType === 'application/json') return jsonTextReader
  const largest = findLargestId(pattern)
  if (largest === undefined) return textReader
  return (sent) => {
    const value = textOf(sent)
    return typeof value === 'string' ? readIdText(value, largest) : value
  }
}

/**
 * Returns a reader of an address, which reads it as the URL parser does: this form is called later, and so is checked,
 * shown and stored.
 */
const addressReader: Reader = (sent) => {
  const value = textOf(sent)
  return typeof value === 'string' && /\P{ASCII}/u.test(value) && URL.canParse(value) ? new URL(value).href : value
}

/** Parses a string as JSON where only a list or object is documented; returns it unchanged if it is not JSON. */
const fromText = (value: unknown, types: Set<string>): unknown => {
  if (typeof value !== 'string' || types.has('string')) return value
  try {
    return parseJson(value) ?? null
  } catch {
    return value
  }
}

const typesOf = (shape: ShapeSchema): Set<string> => {
  const own = shape.type === undefined ? [] : typeof shape.type === 'string' ? [shape.type] : shape.type
  return new Set(own)
}
