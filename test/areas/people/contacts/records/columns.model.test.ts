import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DERIVED } from '#areas/people/contacts/records/columns.model'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

describe('DERIVED', () => {
  test('names the type of each column as the database has it, so that no value is out of range', async () => {
    const columns = await server.database.system.$queryRaw<{ name: string; type: string }[]>`
      SELECT a.attname::text AS name, t.typname::text AS type FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
      WHERE a.attrelid = 'contact'::regclass AND a.attnum > 0`
    const stored = new Map(columns.map(({ name, type }) => [name, type]))
    const types: Record<string, string> = { int: 'int4', smallint: 'int2', boolean: 'bool' }
    for (const [column, { type }] of Object.entries(DERIVED))
      expect([column, types[type] ?? type]).toEqual([column, stored.get(column)])
  })
})
