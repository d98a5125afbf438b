/** The JSON schemas of the arguments of tools, made from the contract. */
import { entry } from '#contract/entry'
import { contractSchemas } from '#kernel/contract/catalogue'
import { documentsIfMatch } from '#kernel/contract/conditions'
import { toOpenapiSchema } from '#kernel/contract/document'
import { isJsonObject, type Json, type JsonObject, mapObjects } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { ownValue } from '#kernel/lookups/own-value'
import type { CallableOperation } from './callable.ts'

/** A parameter of a path or a query. */
export interface Parameter {
  name: string
  place: 'path' | 'query'
  isRequired: boolean
  values: JsonObject
  description: string
}

const COMPONENT = /^#\/components\/(\w+)\/([^/]+)$/

const component = (kind: string, name: string): Json => {
  const components = isJsonObject(entry.components) ? entry.components : {}
  const group = ownValue(components, kind)
  return (isJsonObject(group) ? ownValue(group, name) : undefined) ?? null
}

const resolved = (value: Json): JsonObject => {
  if (!isJsonObject(value)) return {}
  const [, kind, name] = COMPONENT.exec(typeof value.$ref === 'string' ? value.$ref : '') ?? []
  return kind && name ? resolved(component(kind, name)) : value
}

/** The parameters of the path and the query, in the order of the contract. */
export const parametersOf = ({ document }: Operation): Parameter[] =>
  (Array.isArray(document.parameters) ? document.parameters : []).map(resolved).flatMap((one) => {
    if (one.in !== 'path' && one.in !== 'query') return []
    const { name, required, schema, description = '' } = one
    return [
      {
        name: String(name),
        place: one.in,
        isRequired: required === true,
        values: isJsonObject(schema) ? schema : {},
        description: String(description),
      },
    ]
  })

/** The body of an operation; undefined if it has none. */
export const bodyOf = ({
  document,
}: Operation): { schema: Json; isRequired: boolean; example: Json | undefined } | undefined => {
  const body = resolved(document.requestBody ?? null)
  const content = isJsonObject(body.content) ? body.content['application/json'] : undefined
  if (!isJsonObject(content)) return undefined
  return { schema: content.schema ?? {}, isRequired: body.required === true, example: content.example }
}

const shapes: ReadonlyMap<string, object> = new Map(contractSchemas.map((schema) => [String(schema.$id), schema]))

const SHAPE = '#/components/schemas/'

/** A schema of the contract, and the shapes that it uses as `$defs`. */
export const selfContained = (schema: Json): { schema: Json; $defs: JsonObject } => {
  const $defs: JsonObject = {}
  const local = (value: Json): Json =>
    mapObjects(value, (object) => {
      if (typeof object.$ref !== 'string' || !object.$ref.startsWith(SHAPE)) return withoutMarks(object)
      const name = object.$ref.slice(SHAPE.length)
      if (!Object.hasOwn($defs, name)) {
        $defs[name] = null
        $defs[name] = local(toOpenapiSchema(shapes.get(name) ?? {}))
      }
      return { ...withoutMarks(object), $ref: `#/$defs/${name}` }
    })
  return { schema: local(schema), $defs }
}

/** `x-decided` and the like are for readers of the reference. */
const withoutMarks = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !key.startsWith('x-')))

export interface ToolSchema extends JsonObject {
  type: 'object'
}

/** The largest schema of a body that is part of a list of tools, in characters. */
const MAX_BODY = 6000

/** Arguments that this server adds to those of the operation. */
const added = ({ operation, isWrite }: CallableOperation): JsonObject => ({
  ...(!isWrite && { fields: FIELDS }),
  ...(documentsIfMatch(operation) && { ifMatch: IF_MATCH }),
  ...(isWrite && operation.method === 'POST' && { idempotencyKey: IDEMPOTENCY_KEY }),
})

export const FIELDS: JsonObject = {
  type: 'array',
  items: { type: 'string', maxLength: 100 },
  maxItems: 100,
  description: 'Names of the fields to return, of each row of a list. Choose few: the result is bounded.',
}
export const IF_MATCH: JsonObject = {
  type: 'string',
  maxLength: 255,
  description: 'The version that the change is based on, such as "3" with its quotes.',
}
export const IDEMPOTENCY_KEY: JsonObject = {
  type: 'string',
  maxLength: 255,
  description: 'A new UUID for each intended change. Repeat a call whose result is unknown with the same key.',
}

/** The schema of the arguments of the tool of an operation. */
export const inputSchemaOf = (callable: CallableOperation): ToolSchema => {
  const { operation } = callable
  const parameters = parametersOf(operation)
  const body = bodyOf(operation)
  const { schema, $defs } = body ? boundedBody(operation, body.schema) : { schema: null, $defs: {} }
  const properties = parameters.map(({ name, values, description }) => [name, { ...plain(values), description }])
  const required = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => name)
  return {
    type: 'object',
    properties: { ...Object.fromEntries(properties), ...(schema !== null && { body: schema }), ...added(callable) },
    ...((required.length > 0 || body?.isRequired) && {
      required: [...required, ...(body?.isRequired ? ['body'] : [])],
    }),
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 && { $defs }),
  }
}

const plain = (schema: JsonObject): JsonObject => mapObjects(schema, withoutMarks) as JsonObject

/** Large shapes would fill the context of a model before it asks anything. */
const boundedBody = ({ operationId }: Operation, body: Json): { schema: Json; $defs: JsonObject } => {
  const complete = selfContained(body)
  if (JSON.stringify(complete).length <= MAX_BODY) return complete
  const description = `The body. Its shape is large: read it by describe_operation with operationId ${operationId}.`
  return { schema: { type: 'object', description }, $defs: {} }
}
