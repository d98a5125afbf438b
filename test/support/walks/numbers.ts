import { contractSchemas } from '#kernel/contract/catalogue'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'

/** A field of a body that can contain a number: where it is, and its schema. */
export interface NumberField {
  path: (string | number)[]
  schema: JsonObject
}

const shapes = new Map<string, JsonObject>(
  contractSchemas.map((shape) => [String(shape.$id), JSON.parse(JSON.stringify(shape)) as JsonObject]),
)

const MAX_DEPTH = 6

/** The fields of a body that are numbers, or texts, which can be ids as digits. A shape is entered once in a path. */
export const numberFields = (
  schema: Json | undefined,
  path: NumberField['path'] = [],
  entered: readonly string[] = [],
): NumberField[] => {
  if (!isJsonObject(schema) || path.length > MAX_DEPTH) return []
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace(/#.*$/, '')
    return entered.includes(name) ? [] : numberFields(shapes.get(name), path, [...entered, name])
  }
  const types = [schema.type].flat().map(String)
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((all) => (Array.isArray(all) ? all : []))
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {})
  return [
    ...(types.some((type) => /^(integer|number|string)$/.test(type)) ? [{ path, schema }] : []),
    ...parts.flatMap((part) => numberFields(part, path, entered)),
    ...properties.flatMap(([name, inner]) => numberFields(inner, [...path, name], entered)),
    ...numberFields(schema.items, [...path, 0], entered),
  ]
}

/** Whether a field is a text, so that a number is sent as digits. */
export const isText = ({ schema }: NumberField): boolean =>
  [schema.type].flat().every((type) => type === 'string' || type === 'null')

/** Replaces a value in a body; lists and objects on the way are created. */
export const withValue = (body: Json | undefined, [head, ...rest]: NumberField['path'], value: Json): Json => {
  if (head === undefined) return value
  if (typeof head === 'number') {
    const list = Array.isArray(body) ? body : []
    return [withValue(list[0], rest, value), ...list.slice(1)]
  }
  const object = isJsonObject(body) ? body : {}
  return { ...object, [head]: withValue(object[head], rest, value) }
}
