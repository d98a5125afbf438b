import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { foreignIds, type IdsByParameter } from '#test/support/walks/foreign-ids'
import { isRead, pathNames, servedOperations, titleOf } from '#test/support/walks/operations'
import { exampleBody, pathWith } from '#test/support/walks/requests'

/**
 * Each layer of the isolation of tenants, with the others removed. Row-level security without filters is tested by
 * tenant-isolation.test.ts.
 */
const server: TestApp = await buildTestApp({ own: true })
const operations = servedOperations(server.app)
const reads = operations.filter(
  (operation) => operation.method === 'GET' && isRead(operation) && pathNames(operation.url).length === 0,
)
const withIds = operations.filter(({ url }) => pathNames(url).length > 0)

let owner: pg.Client
let mine: TestCaller
let ids: IdsByParameter
let secured: Map<string, string>

beforeAll(async () => {
  mine = await server.tenant()
  ids = await foreignIds(server, mine, await server.foreignTenant())
  owner = new pg.Client({ connectionString: server.url })
  await owner.connect()
  secured = await readAll()
  await removeRowSecurity()
}, 120_000)
afterAll(async () => {
  await owner.end()
  await server.close()
})

const removeRowSecurity = async (): Promise<void> => {
  const { rows } = await owner.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class WHERE relrowsecurity AND relnamespace = 'public'::regnamespace`,
  )
  expect(rows.length).toBeGreaterThan(40)
  for (const { name } of rows) await owner.query(`ALTER TABLE ${name} DISABLE ROW LEVEL SECURITY`)
}

/** The parts of a response that differ between two equal requests. */
const VARYING = /"(requestId|instance|ServerTime|ContinuationToken)":"[^"]*"|("StartDate" : "[^"]*", )?"Used" : \d+/g

const readAll = async (): Promise<Map<string, string>> => {
  const bodies = new Map<string, string>()
  for (const { url, operationId } of reads) {
    const { statusCode, body } = await mine.get(url)
    bodies.set(operationId, `${statusCode} ${body.replace(VARYING, '')}`)
  }
  return bodies
}

describe('filters by tenant, without row-level security', () => {
  test('every read without a parameter returns the same records', async () => {
    const unsecured = await readAll()
    expect(unsecured.size).toBeGreaterThan(50)
    for (const [operationId, body] of secured) expect(unsecured.get(operationId), operationId).toBe(body)
  })

  test.each(withIds.map((operation) => ({ operation, title: titleOf(operation) })))(
    'the id of another tenant gets the same response as a missing one: $title',
    async ({ operation: { method, url } }) => {
      const ask = async (value: (name: string) => string) => {
        const path = pathWith(url, value)
        const call = method === 'GET' ? mine.get(path) : method === 'DELETE' ? mine.delete(path) : undefined
        const { statusCode, body } = await (call ?? mine.post(path, exampleBody(method, url)))
        return `${statusCode} ${body.replace(VARYING, '')}`
      }
      const foreign = await ask((name) => ids.of(name, url))
      expect(foreign).toBe(await ask((name) => ids.missing(name)))
    },
  )

  test('searches return no record of another tenant', async () => {
    const searches = operations.filter((operation) => isRead(operation) && operation.method === 'POST')
    for (const { url, operationId } of searches.filter((operation) => pathNames(operation.url).length === 0)) {
      const { body } = await mine.post(url, {})
      expect(body, operationId).not.toContain('Theirs')
    }
  })

  test('leaves the records of the other tenant unchanged', async () => {
    expect(await ids.stillThere()).toEqual([])
  })
})

describe('foreign keys, without row-level security and filters', () => {
  test('reject a reference to a record of another tenant', async () => {
    const foreign = Number(ids.of('contactid', '/person'))
    const insert = owner.query(
      `INSERT INTO contact_email (tenant_id, contact_id, address, address_key) VALUES ($1, $2, 'A@x', 'a@x')`,
      [mine.tenant.id, foreign],
    )
    await expect(insert).rejects.toMatchObject({ code: '23503' })
    await expect(
      owner.query('UPDATE contact_email SET tenant_id = $1 WHERE contact_id = $2', [mine.tenant.id, foreign]),
    ).rejects.toMatchObject({ code: '23503' })
  })
})
