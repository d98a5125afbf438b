import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { useDatabaseBefore } from '#test/support/earlier-database'

const OWN = '20261122203000_finance_setup'
const earlier = useDatabaseBefore(OWN)

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const SEEDS = [
  'SELECT name, name_key, number, description, type, is_active, system_role FROM account WHERE tenant_id = $1 ORDER BY number',
  'SELECT payment_type_id, name, name_key, is_active, is_default FROM payment_subtype WHERE tenant_id = $1 ORDER BY 1',
]

test('existing tenants get the accounts, payment subtypes and scopes of a new tenant', async () => {
  await earlier.query(`
    INSERT INTO tenant (id, key, name) VALUES (1, 'north', 'North'), (2, 'south', 'South');
    INSERT INTO role (tenant_id, name, scopes) VALUES
      (1, 'Staff', '{contacts:write,payment-gateways:write}'), (1, 'Read only', '{contacts:read,payment-gateways:read}'),
      (1, 'Desk', '{contacts:read}')`)
  const applied = await earlier.migrate()
  expect(applied).toContain(OWN)
  const fresh = await server.tenant()
  for (const select of SEEDS) {
    const wanted = await server.database.system.$queryRawUnsafe<object[]>(select, fresh.tenant.id)
    expect(wanted.length).toBeGreaterThan(1)
    for (const tenant of [1, 2]) expect((await earlier.query(select, [tenant])).rows).toEqual(wanted)
  }
  const roles = await earlier.query(`SELECT name, scopes @> '{books:read}' AS reads, scopes @> '{books:write}' AS writes
    FROM role WHERE tenant_id = 1 ORDER BY name`)
  expect(roles.rows).toEqual([
    { name: 'Desk', reads: false, writes: false },
    { name: 'Read only', reads: true, writes: false },
    { name: 'Staff', reads: true, writes: true },
  ])
}, 60_000)
