import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyMigrations } from '#src/installation/migrations/apply'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { createEmptyDatabase, type TestDatabase } from '#test/support/database'

const OWN = '20261122203000_finance_setup'
const log = { info: () => undefined, warn: () => undefined }

let server: TestApp
let database: TestDatabase
let client: pg.Client
const earlier = mkdtempSync(join(tmpdir(), 'migrations-'))
beforeAll(async () => {
  server = await buildTestApp()
  for (const name of readdirSync('prisma/migrations').filter((each) => each < OWN || each.endsWith('.toml')))
    cpSync(join('prisma/migrations', name), join(earlier, name), { recursive: true })
  database = await createEmptyDatabase()
  await applyMigrations(database.url, { log, folder: earlier })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
}, 60_000)
afterAll(async () => {
  await client.end()
  await database.drop()
  await server.close()
  rmSync(earlier, { recursive: true })
})

const SEEDS = [
  'SELECT name, name_key, number, description, type, is_active, system_role FROM account WHERE tenant_id = $1 ORDER BY number',
  'SELECT payment_type_id, name, name_key, is_active, is_default FROM payment_subtype WHERE tenant_id = $1 ORDER BY 1',
]

test('existing tenants get the accounts, payment subtypes and scopes of a new tenant', async () => {
  await client.query(`
    INSERT INTO tenant (id, key, name) VALUES (1, 'north', 'North'), (2, 'south', 'South');
    INSERT INTO role (tenant_id, name, scopes) VALUES
      (1, 'Staff', '{contacts:write,payment-gateways:write}'), (1, 'Read only', '{contacts:read,payment-gateways:read}'),
      (1, 'Desk', '{contacts:read}')`)
  const { applied } = await applyMigrations(database.url, { log })
  expect(applied).toContain(OWN)
  const fresh = await server.tenant()
  for (const select of SEEDS) {
    const wanted = await server.database.system.$queryRawUnsafe<object[]>(select, fresh.tenant.id)
    expect(wanted.length).toBeGreaterThan(1)
    for (const tenant of [1, 2]) expect((await client.query(select, [tenant])).rows).toEqual(wanted)
  }
  const roles = await client.query(`SELECT name, scopes @> '{books:read}' AS reads, scopes @> '{books:write}' AS writes
    FROM role WHERE tenant_id = 1 ORDER BY name`)
  expect(roles.rows).toEqual([
    { name: 'Desk', reads: false, writes: false },
    { name: 'Read only', reads: true, writes: false },
    { name: 'Staff', reads: true, writes: true },
  ])
}, 60_000)
