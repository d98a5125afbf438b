/** Converts an OpenAPI schema to the TypeBox expression whose JSON is that schema. */
import { isJsonObject, type Json, type JsonObject, mapObjects } from '#kernel/contract/json'
import { type Code, call, list, literal, object } from './code.ts'

/** The imports of an expression: constructors, and types of schemas. */
export interface Uses {
  helpers: Set<string>
  schemas: Set<string>
}

export const noUses = (): Uses => ({ helpers: new Set(), schemas: new Set() })

const schemaPointer = '#/components/schemas/'
const builders: Record<string, string> = {
  string: 'String',
  integer: 'Integer',
  number: 'Number',
  boolean: 'Boolean',
  null: 'Null',
}

export function schemaCode(schema: JsonObject, uses: Uses): Code {
  const { $ref, anyOf, oneOf, allOf, enum: values, const: value, type } = schema
  if (typeof $ref === 'string') return reference($ref, schema, uses)
  if (Array.isArray(anyOf)) return several('anyOf', anyOf, schema, uses)
  if (Array.isArray(oneOf)) return several('oneOf', oneOf, schema, uses)
  if (Array.isArray(allOf)) return several('allOf', allOf, schema, uses)
  if (Array.isArray(values)) return helper('literals', uses, [literal(values)], without(schema, 'enum'))
  if (value !== undefined) return helper('literal', uses, [literal(value)], without(schema, 'const'))
  if (Array.isArray(type)) return union(type, schema, uses)
  if (type === 'object') return objectCode(schema, uses)
  if (type === 'array')
    return helper('list', uses, [memberCode(schema.items ?? {}, uses)], without(schema, 'type', 'items'))
  if (type === undefined && (schema.properties ?? schema.items) === undefined) return typebox('Unknown', schema, uses)
  const builder = builders[String(type)]
  if (builder === undefined) throw new Error(`A schema of no known type: ${JSON.stringify(schema).slice(0, 200)}`)
  return typebox(builder, without(schema, 'type'), uses)
}

function without(schema: JsonObject, ...keys: string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)))
}

function memberCode(schema: Json, uses: Uses): Code {
  if (!isJsonObject(schema)) throw new Error(`A schema must be an object, not ${JSON.stringify(schema)}`)
  return schemaCode(schema, uses)
}

/** The unchanged options, except for references inside annotations, which are written as in the constants. */
function options(rest: JsonObject): Code[] {
  if (Object.keys(rest).length === 0) return []
  return [
    literal(
      mapObjects(rest, (inner) =>
        typeof inner.$ref === 'string' ? { ...inner, $ref: `${schemaName(inner.$ref)}#` } : inner,
      ),
    ),
  ]
}

function helper(name: string, uses: Uses, args: Code[], rest: JsonObject): Code {
  uses.helpers.add(name)
  return call(name, ...args, ...options(rest))
}

function typebox(builder: string, rest: JsonObject, uses: Uses): Code {
  uses.helpers.add('Type')
  return call(`Type.${builder}`, ...options(rest))
}

export function schemaName(pointer: string): string {
  if (!pointer.startsWith(schemaPointer)) throw new Error(`${pointer} refers to something other than a schema`)
  return pointer.slice(schemaPointer.length)
}

function reference(pointer: string, schema: JsonObject, uses: Uses): Code {
  const name = schemaName(pointer)
  uses.helpers.add('ref')
  uses.schemas.add(name)
  return call(`ref<${name}, ${name}Input>`, literal(name), ...options(without(schema, '$ref')))
}

function several(keyword: string, members: Json[], schema: JsonObject, uses: Uses): Code {
  const codes = members.map((member) => memberCode(member, uses))
  return helper(keyword, uses, [list(codes)], without(schema, keyword))
}

function objectCode(schema: JsonObject, uses: Uses): Code {
  const { properties, additionalProperties } = schema
  if (isJsonObject(properties)) {
    const entries = Object.entries(properties).map(([name, inner]): [string, Code] => [name, memberCode(inner, uses)])
    return helper('object', uses, [object(entries)], without(schema, 'type', 'properties'))
  }
  if (!isJsonObject(additionalProperties)) return helper('record', uses, ['undefined'], without(schema, 'type'))
  const values = memberCode(additionalProperties, uses)
  return helper('record', uses, [values], without(schema, 'type', 'additionalProperties'))
}

/** Keywords for one type only: if a schema has several types, each keyword belongs to its type. */
const ownKeywords: Record<string, string[]> = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items'],
}

function union(types: Json[], schema: JsonObject, uses: Uses): Code {
  const [first, second] = types
  if (types.length === 2 && typeof first === 'string' && second === 'null') {
    uses.helpers.add('nullable')
    return call('nullable', schemaCode({ ...schema, type: first }, uses))
  }
  const members = types.map((type) => {
    const own = (ownKeywords[String(type)] ?? [])
      .filter((key) => key in schema)
      .map((key) => [key, schema[key] ?? null])
    return schemaCode({ type, ...Object.fromEntries(own) }, uses)
  })
  const rest = without(schema, ...Object.values(ownKeywords).flat())
  return helper('either', uses, [list(members)], rest)
}
