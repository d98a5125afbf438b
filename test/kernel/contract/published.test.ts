import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { OpenapiDocument } from '#kernel/contract/document'
import { isJsonObject, type Json } from '#kernel/contract/json'
import { buildPublishedDocument } from '#kernel/contract/published'

const schema = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})
const document: OpenapiDocument = {
  paths: {
    '/a': {
      get: {
        operationId: 'getA',
        security: [{ ApiKey: [] }, { ApiKeyHeader: [] }, { OAuth2: ['a'] }],
        responses: { 200: schema('Answer') },
      },
      post: { operationId: 'saveA', requestBody: schema('Edit'), responses: { 200: schema('Edit') } },
    },
  },
  components: {
    schemas: {
      Answer: { type: 'object', properties: { Rows: { type: 'array', items: { $ref: '#/components/schemas/Edit' } } } },
      Edit: {
        type: 'object',
        required: ['Name'],
        properties: {
          Name: { type: 'string' },
          Kind: { $ref: '#/components/schemas/Kind' },
          Size: { type: 'integer' },
        },
      },
      Kind: { type: 'string', enum: ['a', 'b'] },
      Fault: { type: 'object', required: ['code'], properties: { code: {}, more: {} } },
    },
  },
}

describe('the published contract', () => {
  const { paths, components } = buildPublishedDocument(document)
  const schemas = components.schemas as Record<string, { required?: string[]; properties?: Record<string, Json> }>

  it('marks every field of a response as required', () => {
    expect(schemas.Answer?.required).toEqual(['Rows'])
    expect(schemas.Edit?.required).toEqual(['Name', 'Kind', 'Size'])
  })

  it('names the key without a prefix first, because generators use the first way', () => {
    expect(paths['/a']?.get).toMatchObject({ security: [{ ApiKeyHeader: [] }, { ApiKey: [] }, { OAuth2: ['a'] }] })
  })

  it('keeps what the contract requires in requests, under another name', () => {
    expect(schemas.EditInput?.required).toEqual(['Name'])
    expect(JSON.stringify(paths['/a'])).toContain('EditInput')
    expect(JSON.stringify(paths['/a']?.get)).not.toContain('Input')
    expect(schemas.KindInput, 'a shape without fields').toBeUndefined()
  })
})

it('openapi.json requires every field of every response, and the problem the fields that it always has', () => {
  const text = readFileSync(new URL('../../../openapi/openapi.json', import.meta.url), 'utf8')
  const { paths, components } = JSON.parse(text) as OpenapiDocument
  const schemas = components.schemas as Record<string, Json>
  const lacking: string[] = []
  const check = (value: Json, where: string): void => {
    if (!isJsonObject(value)) return
    const { properties, required = [] } = value
    if (isJsonObject(properties)) {
      if (Object.keys(properties).length !== (required as string[]).length) lacking.push(where)
    }
  }
  for (const item of Object.values(paths)) {
    for (const operation of Object.values(item)) {
      const responses = JSON.stringify(isJsonObject(operation) ? operation.responses : null)
      for (const [, name = ''] of responses.matchAll(/#\/components\/schemas\/(\w+)/g))
        check(schemas[name] ?? null, name)
    }
  }
  expect([...new Set(lacking)].filter((name) => name !== 'Problem')).toEqual([])
  expect(schemas.Problem).toMatchObject({ required: ['type', 'title', 'status', 'detail', 'code', 'requestId'] })
})
