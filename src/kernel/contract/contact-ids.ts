/** Finds the ids of contacts in the parameters and bodies of requests, by the names and annotations of the contract. */

import { shapeName } from '../http/referenced-shapes.ts'
import { ownValue } from '../lookups/own-value.ts'
import { contractSchemas } from './catalogue.ts'
import type { Operation } from './schema.ts'

/** The part of JSON Schema that names parameters and fields. */
interface NamedSchema {
  $id?: string
  $ref?: string
  'x-contact-id'?: boolean
  properties?: Record<string, NamedSchema>
  items?: NamedSchema
  anyOf?: readonly NamedSchema[]
  oneOf?: readonly NamedSchema[]
  allOf?: readonly NamedSchema[]
  content?: Record<string, { schema: NamedSchema }>
}

/** One id of a contact in a request. */
export interface ContactIdSlot {
  /** A number or its digits; something else if the field is empty. */
  value: unknown
  replace(value: number | string): void
}

type Finder = (value: unknown, found: ContactIdSlot[]) => void

/** Finds the ids of contacts in the parts of a request. */
export interface RequestContactIds {
  params: Finder | undefined
  querystring: Finder | undefined
  body: Finder | undefined
}

const PARTS = ['params', 'querystring', 'body'] as const

/** Returns how to find the ids of contacts in requests of an operation; undefined if it takes none. */
export const contactIdsOf = ({ schema }: Pick<Operation, 'schema'>): RequestContactIds | undefined => {
  const [params, querystring, body] = PARTS.map((part) => {
    const described = schema[part] as NamedSchema | undefined
    return described && finderOf(described)
  })
  return params || querystring || body ? { params, querystring, body } : undefined
}

/**
 * Whether a parameter or field is the id of a contact, or a list of such ids: `ContactId`, `contactid`, `OwnerContactIds`.
 * The annotation `x-contact-id` of the contract has precedence over the name.
 */
export const isContactId = (name: string, schema: object): boolean =>
  (schema as NamedSchema)['x-contact-id'] ?? /contactids?$/i.test(name)

const shapes = new Map(contractSchemas.map((shape) => [String(shape.$id), shape as NamedSchema]))
/** Finders of shared shapes; null for a shape without ids of contacts. */
const known = new Map<NamedSchema, Finder | null>()

const finderOf = (schema: NamedSchema): Finder | undefined => {
  const shape = schema.$ref ? (shapes.get(shapeName(schema.$ref)) ?? schema) : schema
  const finder = known.get(shape)
  if (finder !== undefined) return finder ?? undefined
  // A shape that contains itself finds its own finder here.
  known.set(shape, (value, found) => known.get(shape)?.(value, found))
  const finders = [...propertyFinders(shape), ...itemFinders(shape), ...memberFinders(shape)]
  known.set(shape, finders.length === 0 ? null : inTurn(finders))
  return known.get(shape) ?? undefined
}

const inTurn =
  (finders: readonly Finder[]): Finder =>
  (value, found) => {
    for (const find of finders) find(value, found)
  }

const propertyFinders = ({ properties = {} }: NamedSchema): Finder[] =>
  Object.entries(properties).flatMap(([name, schema]): Finder[] => {
    const find = isContactId(name, schema) ? undefined : finderOf(schema)
    if (!find && !isContactId(name, schema)) return []
    return [
      (value, found) => {
        if (!isRecord(value)) return
        if (find) find(value[name], found)
        else found.push(...slotsOf(value, name))
      },
    ]
  })

const itemFinders = ({ items }: NamedSchema): Finder[] => {
  const find = items && finderOf(items)
  if (!find) return []
  return [
    (value, found) => {
      if (!Array.isArray(value)) return
      for (const item of value) find(item, found)
    },
  ]
}

/** The members of a union or intersection, and the bodies of several media types. */
const memberFinders = ({ anyOf = [], oneOf = [], allOf = [], content = {} }: NamedSchema): Finder[] =>
  [...anyOf, ...oneOf, ...allOf, ...Object.values(content).map(({ schema }) => schema)].flatMap(
    (member) => finderOf(member) ?? [],
  )

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const slotsOf = (holder: Record<string, unknown>, key: string): ContactIdSlot[] => {
  const sent = ownValue(holder, key)
  const replaceIn = (index: number) => (value: unknown) => {
    if (Array.isArray(sent)) sent[index] = value
    else holder[key] = value
  }
  return [sent].flat().map((value: unknown, index) => ({ value, replace: replaceIn(index) }))
}
