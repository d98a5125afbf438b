/** Pure functions over OpenAPI documents. */

import { ownValue } from '../lookups/own-value.ts'
import { isJsonObject, type Json, type JsonObject, mapObjects } from './json.ts'

/** Operations by lower-case method. */
export type PathItem = Record<string, Json>

export interface OpenapiDocument extends JsonObject {
  paths: Record<string, PathItem>
  components: JsonObject
}

const componentPointer = /^#\/components\/([^/]+)\/([^/]+)$/
const schemaPointer = '#/components/schemas/'

/**
 * Returns the part of the bundle that a server with these operations serves: their paths, their tags, and the
 * components that they use. Security schemes are complete, since operations name them without a reference.
 */
export function buildServedDocument(bundle: OpenapiDocument, builtOperationIds: Iterable<string>): OpenapiDocument {
  const built = new Set<Json>(builtOperationIds)
  const paths = Object.entries(bundle.paths).flatMap(([path, item]) => {
    const kept = Object.entries(item).filter(
      ([, operation]) => isJsonObject(operation) && built.has(operation.operationId ?? null),
    )
    return kept.length > 0 ? [[path, Object.fromEntries(kept)] as const] : []
  })
  return pruneDocument({ ...bundle, paths: Object.fromEntries(paths) })
}

/** Returns the document without unused tags and components. */
export function pruneDocument(document: OpenapiDocument): OpenapiDocument {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item))
  const used = new Set(operations.flatMap((operation) => (isJsonObject(operation) ? (operation.tags ?? []) : [])))
  const components = reachable(document)
  const { tags } = document
  if (!Array.isArray(tags)) return { ...document, components }
  return { ...document, tags: tags.filter((tag) => isJsonObject(tag) && used.has(tag.name ?? null)), components }
}

function reachable(document: OpenapiDocument): JsonObject {
  const { securitySchemes, ...all } = document.components
  const kept: Record<string, JsonObject> =
    securitySchemes === undefined ? {} : { securitySchemes: securitySchemes as JsonObject }
  const open: Json[] = [document.paths]
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    for (const [kind, name] of pointers(part)) {
      const group = all[kind]
      const component = isJsonObject(group) ? group[name] : undefined
      if (component === undefined)
        throw new Error(`The contract references #/components/${kind}/${name}, which does not exist`)
      const found = ownValue(kept, kind) ?? {}
      kept[kind] = found
      if (Object.hasOwn(found, name)) continue
      found[name] = component
      open.push(component)
    }
  }
  return kept
}

/** Lists every component named in the value, by `$ref` or in a discriminator's mapping. */
function pointers(value: Json): [kind: string, name: string][] {
  if (typeof value === 'string') {
    const [, kind, name] = componentPointer.exec(value) ?? []
    return kind && name ? [[kind, name]] : []
  }
  if (value === null || typeof value !== 'object') return []
  return Object.values(value).flatMap(pointers)
}

/**
 * Returns a contract schema in the form of the OpenAPI document: without `$id`, with references into the components.
 */
export function toOpenapiSchema(schema: object): Json {
  return mapObjects(JSON.parse(JSON.stringify(schema)) as Json, ({ $id: _id, ...rest }) =>
    typeof rest.$ref === 'string' && rest.$ref.endsWith('#')
      ? { ...rest, $ref: schemaPointer + rest.$ref.slice(0, -1) }
      : rest,
  )
}
