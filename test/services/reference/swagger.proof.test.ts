import { readFileSync } from 'node:fs'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkRoute, operationCatalogue, requireKnown } from '#kernel/contract/catalogue'
import { buildServedDocument, type OpenapiDocument } from '#kernel/contract/document'
import type { Operation } from '#kernel/contract/schema'
import type { ShapeSchema } from '#kernel/http/body-reader'
import { compileSerializer } from '#kernel/http/serialization'
import { openapi } from '#services/reference/swagger.plugin'

const bundle = JSON.parse(
  readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8'),
) as OpenapiDocument

/** Strict, so that a misspelled keyword in a schema fails here. The listed keywords only describe. */
const ajvOptions = {
  strict: true,
  allowUnionTypes: true,
  keywords: ['x-contact-id', 'x-day', 'x-decided', 'x-extension', 'x-nested'],
}

/** The product's serializers, which it builds when they are first used, built at once. */
const buildSerializer =
  (shapes: Record<string, ShapeSchema>) =>
  ({ schema }: { schema: unknown }) =>
    compileSerializer(schema, shapes)

async function serverOf(operations: Iterable<Operation>): Promise<FastifyInstance> {
  const app = Fastify({
    ajv: { customOptions: ajvOptions },
    routerOptions: { caseSensitive: false },
    schemaController: { compilersFactory: { buildSerializer: buildSerializer as never } },
  })
  app.addHook('onRoute', checkRoute)
  await app.register(openapi)
  await app.register(async (area) => {
    for (const { method, url, schema } of operations) area.route({ method, url, schema, handler: async () => ({}) })
  })
  return app
}

describe('the served document', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    app = await serverOf(operationCatalogue.values())
    await app.ready()
  })
  afterAll(() => app.close())

  it('equals the bundle when every operation is registered, each schema of which compiles', () => {
    expect(operationCatalogue.size).toBeGreaterThanOrEqual(365)
    expect(app.swagger()).toEqual(bundle)
  })

  it('equals the part of the bundle for the registered operations', async () => {
    const some = [...operationCatalogue.values()].filter((_, index) => index % 40 === 0)
    const part = await serverOf(some)
    await part.ready()
    const expected = buildServedDocument(
      bundle,
      some.map(({ operationId }) => operationId),
    )
    expect(part.swagger()).toEqual(expected)
    expect(Object.keys(expected.paths)).toHaveLength(some.length)
    await part.close()
  })
})

describe('routes against the contract', () => {
  const [known] = operationCatalogue.values()
  if (known === undefined) throw new Error('the contract has no operation')
  const handler = async () => ({})

  it('rejects an /api or /native route that the contract does not have', async () => {
    const app = await serverOf([])
    expect(() => app.get('/api/contacts/surprise', handler)).toThrow('not in the contract')
    expect(() => app.get('/Native/surprise', handler)).toThrow('not in the contract')
    expect(() => app.get('/health/live', handler)).not.toThrow()
    await app.close()
  })

  it('rejects a route of the contract that has other schemas', () => {
    const { method, url, schema } = known
    expect(() => checkRoute({ method, url })).toThrow('no schema of the contract')
    expect(() => checkRoute({ method, url, schema: { ...schema, response: {} } })).toThrow('response schema of its own')
    expect(() => checkRoute({ method, url, schema })).not.toThrow()
  })

  it('finds a route case-insensitive, with any names of its parameters, and for HEAD', () => {
    const person = operationCatalogue.get('getPerson')
    expect(requireKnown('GET', '/api/Contacts/PERSON/:id(^\\d+$)')).toBe(person)
    expect(requireKnown('HEAD', '/api/contacts/person/:contactId')).toBe(person)
    expect(requireKnown('GET', '/health/live')).toBeUndefined()
  })
})
