import { ownValue } from '../lookups/own-value.ts'
import { dayWritten } from '../time/written-date.ts'
import { parseJson } from './json-body.ts'
import { shapeName } from './referenced-shapes.ts'

/** The part of JSON Schema that the contract's shapes use and that this file needs. */
export interface ShapeSchema {
  $id?: string
  $ref?: string
  type?: string | readonly string[]
  format?: string
  properties?: Record<string, ShapeSchema>
  items?: ShapeSchema
  maxItems?: number
  anyOf?: readonly ShapeSchema[]
  oneOf?: readonly ShapeSchema[]
}

type Reader = (value: unknown) => unknown

/**
 * Builds a function that converts a request body to the documented form before it is validated:
 * - fields that the shape does not contain are dropped, never stored;
 * - a number sent for a text becomes its digits (`s` in the documents allows both);
 * - a date-time sent for a day is cut to the day, as written;
 * - an address with letters outside ASCII becomes its URI, with the host in punycode;
 * - a list or object sent as a string of JSON is parsed (nested lists documented as `s`).
 * The validator rejects everything else.
 */
export const bodyReader = (schema: ShapeSchema, shared: Record<string, ShapeSchema>): Reader => {
  const built = new Map<ShapeSchema, Reader>()
  const build = (raw: ShapeSchema): Reader => {
    const shape = raw.$ref ? (ownValue(shared, shapeName(raw.$ref)) ?? raw) : raw
    const known = built.get(shape)
    if (known) return known
    // A shape may contain itself: the placeholder is filled before it is first called.
    let reader: Reader = (value) => value
    built.set(shape, (value) => reader(value))
    reader = readerOf(shape, build)
    return reader
  }
  return build(schema)
}

const readerOf = (shape: ShapeSchema, build: (inner: ShapeSchema) => Reader): Reader => {
  const types = typesOf(shape)
  if (shape.properties) return objectReader(shape.properties, types, build)
  if (types.has('array') && shape.items) return arrayReader(build(shape.items), types, shape.maxItems)
  if (types.has('string') && shape.format === 'uri') return addressReader
  if (types.has('string') && shape.format === 'date') return (value) => dayWritten(textReader(value))
  if (types.has('string') && !types.has('number') && !types.has('integer')) return textReader
  return (value) => value
}

const objectReader = (
  properties: Record<string, ShapeSchema>,
  types: Set<string>,
  build: (inner: ShapeSchema) => Reader,
): Reader => {
  const readers = Object.entries(properties).map(([name, inner]) => [name, build(inner)] as const)
  return (sent) => {
    const value = fromText(sent, types)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    const kept: Record<string, unknown> = {}
    for (const [name, read] of readers) {
      const field = ownValue(value as Record<string, unknown>, name)
      if (field !== undefined) kept[name] = read(field)
    }
    return kept
  }
}

/** Of a list that is too long, only as much is read as proves it: the rest could contain half a million errors. */
const arrayReader =
  (read: Reader, types: Set<string>, max = Number.POSITIVE_INFINITY): Reader =>
  (sent) => {
    const value = fromText(sent, types)
    if (!Array.isArray(value)) return value
    return (value.length > max ? value.slice(0, max + 1) : value).map(read)
  }

const textReader: Reader = (value) => (typeof value === 'number' ? String(value) : value)

/** As the URL parser reads it: this form is called later, and so is checked, shown and stored. */
const addressReader: Reader = (sent) => {
  const value = textReader(sent)
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
