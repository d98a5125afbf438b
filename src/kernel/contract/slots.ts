/** Finds values in the parameters and bodies of requests by the names, formats and annotations of the contract. */

import { shapeName } from '../http/referenced-shapes.ts'
import { ownValue } from '../lookups/own-value.ts'
import { contractSchemas } from './catalogue.ts'
import type { Operation } from './schema.ts'

/** The part of JSON Schema that describes parameters and fields. */
export interface SlotSchema {
  $id?: string
  $ref?: string
  format?: string
  'x-contact-id'?: boolean
  /** A day, documented as an instant: responses contain its midnight in UTC. */
  'x-day'?: boolean
  properties?: Record<string, SlotSchema>
  items?: SlotSchema
  anyOf?: readonly SlotSchema[]
  oneOf?: readonly SlotSchema[]
  allOf?: readonly SlotSchema[]
  content?: Record<string, { schema: SlotSchema }>
}

/** One value of a request. */
export interface Slot {
  value: unknown
  replace(value: number | string): void
}

export type SlotFinder = (value: unknown, found: Slot[]) => void

/** Finds the values in the parts of a request. */
export interface RequestSlots {
  params: SlotFinder | undefined
  querystring: SlotFinder | undefined
  body: SlotFinder | undefined
}

const PARTS = ['params', 'querystring', 'body'] as const

/** Returns how a schema, or the parts of an operation, contain values; undefined if they contain none. */
export interface SlotFinders {
  ofSchema(schema: SlotSchema): SlotFinder | undefined
  ofOperation(operation: Pick<Operation, 'schema'>): RequestSlots | undefined
}

const shapes = new Map(contractSchemas.map((shape) => [String(shape.$id), shape as SlotSchema]))

/** Returns finders of the parameters and fields that a test selects by name and schema. */
export const slotFinders = (isSlot: (name: string, schema: SlotSchema) => boolean): SlotFinders => {
  /** Finders of shared shapes; null for a shape without such values. */
  const known = new Map<SlotSchema, SlotFinder | null>()
  const ofSchema = (schema: SlotSchema): SlotFinder | undefined => {
    const shape = schema.$ref ? (shapes.get(shapeName(schema.$ref)) ?? schema) : schema
    const finder = known.get(shape)
    if (finder !== undefined) return finder ?? undefined
    // A shape that contains itself finds its own finder here.
    known.set(shape, (value, found) => known.get(shape)?.(value, found))
    const finders = [...propertyFinders(shape), ...itemFinders(shape), ...memberFinders(shape)]
    known.set(shape, finders.length === 0 ? null : inTurn(finders))
    return known.get(shape) ?? undefined
  }
  const propertyFinders = ({ properties = {} }: SlotSchema): SlotFinder[] =>
    Object.entries(properties).flatMap(([name, schema]): SlotFinder[] => {
      const find = isSlot(name, schema) ? undefined : ofSchema(schema)
      if (!find && !isSlot(name, schema)) return []
      return [
        (value, found) => {
          if (!isRecord(value)) return
          if (find) find(value[name], found)
          else found.push(...slotsOf(value, name))
        },
      ]
    })
  const itemFinders = ({ items }: SlotSchema): SlotFinder[] => {
    const find = items && ofSchema(items)
    if (!find) return []
    return [
      (value, found) => {
        if (!Array.isArray(value)) return
        for (const item of value) find(item, found)
      },
    ]
  }
  /** Returns the members of a union or intersection, and the bodies of several media types. */
  const memberFinders = ({ anyOf = [], oneOf = [], allOf = [], content = {} }: SlotSchema): SlotFinder[] =>
    [...anyOf, ...oneOf, ...allOf, ...Object.values(content).map(({ schema }) => schema)].flatMap(
      (member) => ofSchema(member) ?? [],
    )
  const ofOperation = ({ schema }: Pick<Operation, 'schema'>): RequestSlots | undefined => {
    const [params, querystring, body] = PARTS.map((part) => {
      const described = schema[part] as SlotSchema | undefined
      return described && ofSchema(described)
    })
    return params || querystring || body ? { params, querystring, body } : undefined
  }
  return { ofSchema, ofOperation }
}

const inTurn =
  (finders: readonly SlotFinder[]): SlotFinder =>
  (value, found) => {
    for (const find of finders) find(value, found)
  }

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const slotsOf = (holder: Record<string, unknown>, key: string): Slot[] => {
  const sent = ownValue(holder, key)
  const replaceIn = (index: number) => (value: unknown) => {
    if (Array.isArray(sent)) sent[index] = value
    else holder[key] = value
  }
  return [sent].flat().map((value: unknown, index) => ({ value, replace: replaceIn(index) }))
}
