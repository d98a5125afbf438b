/** Schemas in words. */
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import { ownValue } from '#kernel/lookups/own-value'
import type { ReferenceModel } from './reference-model.ts'

type Resolve = ReferenceModel['resolve']

/** Returns the type of a value: `text or null`, `list of integer (int32)`. */
export const typeOf = (resolve: Resolve, schema: JsonObject): string => {
  const resolved = resolve(schema)
  const choices = choicesOf(resolved)
  if (choices.length > 0) return unique(choices.map((choice) => typeOf(resolve, choice))).join(' or ')
  const types = [resolved.type ?? []].flat().map(String)
  if (types.length === 0) return resolved.const === undefined ? 'any value' : 'text'
  return types.map((type) => wordOf(resolve, type, resolved)).join(' or ')
}

const wordOf = (resolve: Resolve, type: string, schema: JsonObject): string => {
  if (type === 'array') return `list of ${isJsonObject(schema.items) ? typeOf(resolve, schema.items) : 'any value'}`
  const word = WORDS.get(type) ?? type
  return type !== 'null' && typeof schema.format === 'string' ? `${word} (${schema.format})` : word
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['string', 'text'],
  ['boolean', 'true or false'],
])

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

export const choicesOf = ({ oneOf, anyOf, allOf }: JsonObject): JsonObject[] =>
  [oneOf, anyOf, allOf].flatMap((list) => (Array.isArray(list) ? list.filter(isJsonObject) : []))

/** Returns the bounds of a value, as short sentences. */
export const boundsOf = (schema: JsonObject): string[] =>
  BOUNDS.flatMap(([keyword, sentence]) => {
    const value = ownValue(schema, keyword)
    return value === undefined || value === null ? [] : [sentence(value)]
  })

const BOUNDS: readonly (readonly [string, (value: Json) => string])[] = [
  [
    'enum',
    (values) =>
      `One of ${[values]
        .flat()
        .filter((value) => value !== null)
        .map((value) => `\`${value}\``)
        .join(', ')}.`,
  ],
  ['const', (value) => `Always \`${value}\`.`],
  ['default', (value) => `\`${JSON.stringify(value)}\` if absent.`],
  ['minimum', (value) => `At least ${value}.`],
  ['maximum', (value) => `At most ${value}.`],
  ['minLength', (value) => (value === 1 ? 'Not empty.' : `At least ${value} characters.`)],
  ['maxLength', (value) => `At most ${value} characters.`],
  ['minItems', (value) => `At least ${value} ${value === 1 ? 'item' : 'items'}.`],
  ['maxItems', (value) => `At most ${value} items.`],
  ['pattern', (value) => `Matches \`${value}\`.`],
]

/** Returns the fields of an object, or of the objects of a list; empty for other values. */
export const fieldsOf = (resolve: Resolve, schema: JsonObject): [string, JsonObject, boolean][] => {
  const resolved = resolve(schema)
  if (isJsonObject(resolved.items)) return fieldsOf(resolve, resolved.items)
  const required = new Set([resolved.required ?? []].flat())
  const own = Object.entries(isJsonObject(resolved.properties) ? resolved.properties : {})
  const fields = own.flatMap(([name, field]): [string, JsonObject, boolean][] =>
    isJsonObject(field) ? [[name, field, required.has(name)]] : [],
  )
  return [...fields, ...choicesOf(resolved).flatMap((choice) => fieldsOf(resolve, choice))]
}
