/**
 * Serves the OpenAPI document of the registered routes. @fastify/swagger collects them; the parts that it loses
 * (parameter references, headers of responses, content types, keywords next to `$ref`, `$id`) are restored from the
 * contract. If all operations are registered, the result equals openapi/openapi.json.
 */
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { FastifyInstance, FastifySchema } from 'fastify'
import fp from 'fastify-plugin'
import { entry } from '#contract/entry'
import { contractSchemas, operationCatalogue, requireFaithful } from '#kernel/contract/catalogue'
import { type OpenapiDocument, type PathItem, pruneDocument, toOpenapiSchema } from '#kernel/contract/document'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import { buildPublishedDocument } from '#kernel/contract/published'

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>

/**
 * Presents the parts of a route that swagger reads: its path in the contract's spelling and its description. The
 * schemas of requests and responses are left out, since checkRoute has verified that they are those of the contract.
 */
const describedRoute: Transform = ({ schema, url }) => {
  const operation = operationCatalogue.get(schema?.operationId ?? '')
  if (operation === undefined) return { schema: { hide: true }, url }
  requireFaithful(operation, schema)
  const { params: _p, querystring: _q, body: _b, response: _r, ...described } = operation.schema
  return { schema: described satisfies FastifySchema, url: operation.openapiPath }
}

/** Returns the operation of swagger with the parts that only the contract has. */
function restoredOperation(operation: Json): Json {
  if (!isJsonObject(operation)) return operation
  const { parameters: _parameters, requestBody: _body, responses: _responses, ...described } = operation
  return { ...described, ...operationCatalogue.get(String(operation.operationId))?.document }
}

function restoredPaths(paths: JsonObject): Record<string, PathItem> {
  const items = Object.entries(paths).map(([path, item]) => {
    const operations = Object.entries(isJsonObject(item) ? item : {})
    return [path, Object.fromEntries(operations.map(([method, json]) => [method, restoredOperation(json)]))] as const
  })
  return Object.fromEntries(items)
}

function restoredDocument(paths: JsonObject): OpenapiDocument {
  const schemas = Object.fromEntries(contractSchemas.map((schema) => [String(schema.$id), toOpenapiSchema(schema)]))
  const components = { ...(isJsonObject(entry.components) ? entry.components : {}), schemas }
  return pruneDocument(
    buildPublishedDocument({ ...entry, components, paths: restoredPaths(paths) }, completeContract(components)),
  )
}

/** Returns every operation of the contract, served or not: a shape has the same name on every server. */
const completeContract = (components: JsonObject): OpenapiDocument => {
  const paths = [...operationCatalogue.values()].map(({ operationId, document }) => [operationId, { all: document }])
  return { paths: Object.fromEntries(paths), components }
}

const completed: TransformObject = (document) => {
  const { paths } = 'openapiObject' in document ? document.openapiObject : {}
  // Swagger's types and ours describe the same JSON.
  const json: JsonObject = JSON.parse(JSON.stringify(paths ?? {}))
  return JSON.parse(JSON.stringify(restoredDocument(json)))
}

async function registerDocument(app: FastifyInstance): Promise<void> {
  for (const schema of contractSchemas) if (!app.getSchema(String(schema.$id))) app.addSchema(schema)
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: '', version: '' }, components: { securitySchemes: securitySchemes() } },
    refResolver: { buildLocalReference: (json, _baseUri, _fragment, index) => String(json.$id ?? `inline-${index}`) },
    convertConstToEnum: false,
    transform: describedRoute,
    transformObject: completed,
  })
}

type SecuritySchemes = NonNullable<
  NonNullable<NonNullable<FastifyDynamicSwaggerOptions['openapi']>['components']>['securitySchemes']
>

/** Lists the security schemes: Swagger looks up each one that an operation names. */
function securitySchemes(): SecuritySchemes {
  const { securitySchemes: schemes } = isJsonObject(entry.components) ? entry.components : {}
  return JSON.parse(JSON.stringify(schemes ?? {}))
}

/** Register before the routes, at the root: it adds the contract's schemas and `app.swagger()`. */
export const openapi = fp(registerDocument, { name: 'openapi' })
