import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { entry } from '#contract/entry'
import { contract } from '#contract/index'
import { operationCatalogue } from '#kernel/contract/catalogue'
import { type OpenapiDocument, toOpenapiSchema } from '#kernel/contract/document'
import { isJsonObject, type Json, type JsonObject } from '#kernel/contract/json'
import { buildPublishedDocument } from '#kernel/contract/published'

const bundle = JSON.parse(
  readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as OpenapiDocument

/** The documented parameters of an operation in one location, as an object schema like the route's. */
function described(document: JsonObject, place: string): Record<string, Json> {
  const listed = Array.isArray(document.parameters) ? document.parameters.map(resolved) : []
  return Object.fromEntries(listed.filter((one) => one.in === place).map(({ name, schema }) => [name, schema ?? null]))
}

function resolved(value: Json): JsonObject {
  if (!isJsonObject(value) || typeof value.$ref !== 'string') return value as JsonObject
  const steps = value.$ref.slice(2).split('/')
  return steps.reduce<Json>((at, step) => (at as JsonObject)[step] ?? null, bundle) as JsonObject
}

/** Verbs of work whose size depends on the records of a tenant, or that runs a template or a rule. */
const EXPENSIVE = /^(preview|dryRun|copy|merge|replay|export|import)[A-Z]|^downloadWorkflow/

describe('the costs of operations', () => {
  it('are above 1 for every operation with the verb of expensive work, and never a large part of the limit', () => {
    for (const { operationId, cost } of operationCatalogue.values()) {
      if (EXPENSIVE.test(operationId)) expect(cost, operationId).toBeGreaterThan(1)
      if (cost !== undefined) expect([2, 5, 10, 20, 50], operationId).toContain(cost)
    }
  })
})

describe('the dry run of an operation', () => {
  it('is another operation, which needs no more than the scopes of the area and has no dry run itself', () => {
    const named = [...operationCatalogue.values()].filter(({ dryRun }) => dryRun !== undefined)
    expect(named.length).toBeGreaterThan(10)
    for (const { operationId, scope, dryRun = '' } of named) {
      const preview = operationCatalogue.get(dryRun)
      expect(preview?.dryRun, operationId).toBeUndefined()
      expect(preview?.scope?.split(':')[0], operationId).toBe(scope?.split(':')[0])
    }
  })
})

describe('the generated modules', () => {
  it('contain every component schema of the bundle, keyword by keyword', () => {
    const schemas = Object.values(contract).flatMap((area) => area.schemas)
    const byName = Object.fromEntries(schemas.map((schema) => [schema.$id, toOpenapiSchema(schema)]))
    const paths = [...operationCatalogue.values()].map(({ operationId, document }) => [operationId, { all: document }])
    const others = entry.components as JsonObject
    const complete = { paths: Object.fromEntries(paths), components: { ...others, schemas: byName } }
    expect(buildPublishedDocument(complete).components.schemas).toEqual(bundle.components.schemas)
  })

  it('check each path and query parameter exactly as the document describes it', () => {
    for (const { operationId, document, schema } of operationCatalogue.values()) {
      const checked = { path: schema.params, query: schema.querystring }
      for (const [place, used] of Object.entries(checked)) {
        const properties = toOpenapiSchema(used?.properties ?? {}) as JsonObject
        const wanted = described(document, place)
        expect(Object.keys(properties), operationId).toEqual(Object.keys(wanted))
        expect(wanted, operationId).toMatchObject(properties)
      }
    }
  })

  it('mark an operation as public or name its required scope, never both', () => {
    for (const { operationId, scope, isPublic } of operationCatalogue.values()) {
      // Any credential can request its own rights.
      const needsNone = isPublic || ['checkApplicationPermissionAccess', 'getMe'].includes(operationId)
      expect(scope === null, operationId).toBe(needsNone)
    }
  })
})
