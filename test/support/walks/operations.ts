import type { FastifyInstance } from 'fastify'
import { contractSchemas, operationCatalogue } from '#kernel/contract/catalogue'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import type { Operation } from '#kernel/contract/schema'
import { exampleBody } from './requests.ts'

/** The scope of the operations of members, which need the token of one: their own tests cover them. */
const OF_MEMBERS = 'self'

/** Operations of the contract that the application serves, without public ones and those of members. */
export const servedOperations = ({ servedRoutes }: FastifyInstance): Operation[] => {
  const served = new Set(servedRoutes.flatMap(({ method, url }) => [method].flat().map((one) => `${one} ${url}`)))
  return [...operationCatalogue.values()].filter(({ method, url, isPublic, scope }) => {
    return served.has(`${method} ${url}`) && !isPublic && scope !== OF_MEMBERS
  })
}

export const operationOf = (operationId: string): Operation => {
  const found = operationCatalogue.get(operationId)
  if (!found) throw new Error(`The contract has no operation ${operationId}`)
  return found
}

/** `POST /api/groups/{groupId}/merge (mergeGroup)`. */
export const titleOf = ({ method, openapiPath, operationId }: Operation): string =>
  `${method} ${openapiPath} (${operationId})`

/** The names of the parameters in a path, in order. */
export const pathNames = (url: string): string[] => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)

/** The example of the request body as an object; empty for operations without a body. */
export const exampleOf = ({ method, url }: Operation): JsonObject => {
  const example = exampleBody(method, url)
  return isJsonObject(example) ? structuredClone(example) : {}
}

const shapes = new Map<string, JsonObject>(
  contractSchemas.map((schema) => [String(schema.$id), JSON.parse(JSON.stringify(schema)) as JsonObject]),
)

/** The properties of an operation's request body, by name. */
export const bodyProperties = ({ schema }: Operation): Record<string, Json> => propertiesOf(asJson(schema.body))

/** The fields that a request body must contain. */
export const requiredFields = ({ schema }: Operation): string[] => {
  const body = asJson(schema.body)
  const shape = isJsonObject(body) && typeof body.$ref === 'string' ? shapes.get(body.$ref.replace(/#.*$/, '')) : body
  return isJsonObject(shape) && Array.isArray(shape.required) ? shape.required.map(String) : []
}

/** The properties of an operation's response, by name; of a row for a list. */
export const propertiesOf = (schema: Json | undefined): Record<string, Json> => {
  if (!isJsonObject(schema)) return {}
  if (typeof schema.$ref === 'string') return propertiesOf(shapes.get(schema.$ref.replace(/#.*$/, '')))
  const parts = [schema.allOf, schema.anyOf].flatMap((all) => (Array.isArray(all) ? all : []))
  const own = isJsonObject(schema.properties) ? schema.properties : {}
  return Object.assign({}, ...parts.map(propertiesOf), own)
}

const asJson = (schema: object | undefined): Json | undefined =>
  schema === undefined ? undefined : (JSON.parse(JSON.stringify(schema)) as Json)

/** Whether the operation only reads: by GET without a scope to write, or by a POST that is documented to change nothing. */
export const isRead = ({ method, scope, schema }: Operation): boolean =>
  method === 'GET' ? !scope?.endsWith(':write') : /changes nothing|only reads/i.test(`${schema.description}`)

const responseOf = ({ schema }: Operation): Json | undefined => {
  const responses = asJson(schema.response)
  return isJsonObject(responses) ? responses['200'] : undefined
}

const isArray = (schema: Json | undefined): boolean => isJsonObject(schema) && [schema.type].flat().includes('array')

/** Whether the response is an array, or a page of rows. */
export const returnsRows = (operation: Operation): boolean => {
  const response = responseOf(operation)
  return isArray(response) || isArray(propertiesOf(response).Results)
}

/** Whether a field of the response is an array. */
export const responseHasList = (operation: Operation): boolean =>
  Object.values(propertiesOf(responseOf(operation))).some(isArray)

/** The names of the shapes in a response that have a property, wherever they are. */
export const shapesWith = (operation: Operation, property: string): string[] => {
  const found = new Set(namesIn(responseOf(operation)))
  // A Set visits what is added during the iteration.
  for (const name of found) for (const inner of namesIn(shapes.get(name))) found.add(inner)
  return [...found].filter((name) => {
    const properties = shapes.get(name)?.properties
    return isJsonObject(properties) && property in properties
  })
}

/** The names of the shapes that a schema references. */
const namesIn = (schema: Json | undefined): string[] =>
  [...JSON.stringify(schema ?? null).matchAll(/"\$ref":"([^"#]+)/g)].map(([, name = '']) => name)
