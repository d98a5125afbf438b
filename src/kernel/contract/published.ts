/** The form of the contract that clients read: responses state which fields they always have. */
import { ownValue } from '../lookups/own-value.ts'
import type { OpenapiDocument } from './document.ts'
import { isJsonObject, type Json, type JsonObject, mapObjects } from './json.ts'

/**
 * Marks every field of a response as `required`, since responses contain all of them. A shape that requests use too
 * exists twice: `GroupEdit` is the response, `GroupEditInput` the request, in which only the fields are required that
 * the contract requires.
 *
 * @param document the part to publish. @param complete the whole contract, which determines the names of shapes.
 */
export const buildPublishedDocument = (
  document: OpenapiDocument,
  complete: OpenapiDocument = document,
): OpenapiDocument => {
  const { inputs, responses } = rolesOf(complete)
  const { schemas, parameters, requestBodies, responses: answers, ...others } = document.components
  const published = Object.entries(asObject(schemas)).flatMap(([name, schema]): [string, Json][] => {
    if (!responses.has(name)) return [[name, toInput(schema, inputs)]]
    const response: [string, Json] = [name, toResponse(schema, !inputs.has(name))]
    return inputs.has(name) ? [response, [`${name}Input`, toInput(schema, inputs)]] : [response]
  })
  const components: JsonObject = { ...others }
  if (parameters !== undefined) components.parameters = toInput(parameters, inputs)
  if (requestBodies !== undefined) components.requestBodies = toInput(requestBodies, inputs)
  if (answers !== undefined) components.responses = toResponse(answers, true)
  components.schemas = Object.fromEntries(published.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
  const paths = Object.entries(document.paths).map(([path, item]) => {
    const operations = Object.entries(item).map(([method, operation]) => [
      method,
      publishedOperation(operation, inputs),
    ])
    return [path, Object.fromEntries(operations)] as const
  })
  return { ...document, paths: Object.fromEntries(paths), components: sortedLike(document.components, components) }
}

const publishedOperation = (operation: Json, inputs: ReadonlySet<string>): Json => {
  if (!isJsonObject(operation)) return operation
  const change = ([key, value]: [string, Json]): [string, Json] => {
    if (key === 'parameters' || key === 'requestBody') return [key, toInput(value, inputs)]
    if (key === 'security' && Array.isArray(value)) return [key, bareKeyFirst(value)]
    return [key, key === 'responses' || key === 'callbacks' ? toResponse(value, true) : value]
  }
  return Object.fromEntries(Object.entries(operation).map(change))
}

/** Returns the ways to send a credential. Generators use the first one: there, the key needs no word before it. */
const bareKeyFirst = (ways: readonly Json[]): Json[] => {
  const isBare = (way: Json) => isJsonObject(way) && 'ApiKeyHeader' in way
  return [...ways.filter(isBare), ...ways.filter((way) => !isBare(way))]
}

/**
 * Returns the shapes that need a second form for requests, and all shapes of responses. Callbacks are sent by this
 * server.
 */
const rolesOf = (document: OpenapiDocument): { inputs: ReadonlySet<string>; responses: ReadonlySet<string> } => {
  const operations = Object.values(document.paths)
    .flatMap((item) => Object.values(item))
    .filter(isJsonObject)
  const sent = operations.flatMap(({ responses = null, callbacks = null }) => [responses, callbacks])
  const received = operations.flatMap(({ parameters = null, requestBody = null }) => [parameters, requestBody])
  const responses = shapesIn(sent, document)
  const requests = shapesIn(received, document)
  const hasFields = (name: string): boolean =>
    [name, ...shapesIn([shapeOf(document, name)], document)].some((one) =>
      JSON.stringify(shapeOf(document, one)).includes('"properties":'),
    )
  return { responses, inputs: new Set([...requests].filter((name) => responses.has(name) && hasFields(name))) }
}

const asObject = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

const shapeOf = ({ components }: OpenapiDocument, name: string): Json => asObject(components.schemas)[name] ?? null

const POINTER = /^#\/components\/(\w+)\/([^/]+)$/

/** Returns the names of the schemas that values use, also by other components. */
const shapesIn = (values: Json[], { components }: OpenapiDocument): Set<string> => {
  const seen = new Set<string>()
  const open = [...values]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === 'string') {
      const [, kind = '', name = ''] = POINTER.exec(value) ?? []
      const found = ownValue(asObject(ownValue(components, kind)), name)
      if (found === undefined || seen.has(value)) continue
      seen.add(value)
      open.push(found)
    } else if (value !== null && typeof value === 'object') open.push(...Object.values(value))
  }
  return new Set(
    [...seen].flatMap(
      (pointer) =>
        POINTER.exec(pointer)
          ?.slice(1)
          .join(' ')
          .match(/^schemas (.*)$/)?.[1] ?? [],
    ),
  )
}

const isObjectSchema = ({ type, properties }: JsonObject): boolean =>
  isJsonObject(properties) && [type].flat().includes('object')

/** @param keeps whether a list of required fields in the contract stays: a field that it lacks can be missing. */
const toResponse = (schema: Json, keeps: boolean): Json =>
  mapObjects(schema, (object) => {
    if (!isObjectSchema(object) || (keeps && object.required !== undefined)) return object
    const { required: _required, ...rest } = object
    return { ...rest, required: Object.keys(asObject(object.properties)) }
  })

/** Replaces references by those to the form for requests. */
const toInput = (schema: Json, inputs: ReadonlySet<string>): Json =>
  mapObjects(schema, (object) => {
    const name = typeof object.$ref === 'string' ? POINTER.exec(object.$ref)?.[2] : undefined
    const isShape = typeof object.$ref === 'string' && object.$ref.startsWith('#/components/schemas/')
    return isShape && name && inputs.has(name) ? { ...object, $ref: `${object.$ref}Input` } : object
  })

const sortedLike = (order: JsonObject, components: JsonObject): JsonObject =>
  Object.fromEntries(Object.keys(order).map((kind) => [kind, ownValue(components, kind) ?? {}]))
