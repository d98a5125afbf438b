import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogin } from '#services/identity/logins'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { registerClient } from '#test/support/identity/oauth'

let server: TestApp
let one: TestCaller
let two: TestCaller
let listener: pg.Client
let heard: string[]
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  one = await server.tenant()
  two = await server.tenant()
  await registerClient(one)
  for (const { tenant } of [one, two])
    await createLogin(server.database, {
      tenantKey: tenant.key,
      email: 'both@x.example',
      displayName: 'Both',
      password: 'a long password of both',
      role: 'Staff',
    })
  listener = new pg.Client({ connectionString: server.url })
  listener.on('notification', ({ payload = '' }) => heard.push(payload))
  await listener.connect()
  await listener.query('LISTEN guildhall_credentials')
})
afterAll(async () => {
  await listener.end()
  await server.close()
})

/** The tenants that a statement's notifications name. The next response arrives after them. */
const tenantsOf = async (sql: string): Promise<string[]> => {
  heard = []
  await server.database.system.$executeRawUnsafe(sql)
  await listener.query('SELECT 1')
  return heard.sort()
}

describe('a change of a credential notifies the replicas of its tenant', () => {
  const of = ({ tenant }: TestCaller) => String(tenant.id)

  test.each(['application_permission', 'application_secret', 'role', 'staff'])('in %s', async (table) => {
    const changed = await tenantsOf(`UPDATE ${table} SET tenant_id = tenant_id WHERE tenant_id = ${of(one)}`)
    expect(changed).toEqual([of(one)])
  })

  test('in the tenant itself, and in several tenants', async () => {
    expect(await tenantsOf(`UPDATE tenant SET name = name || '.' WHERE id = ${of(two)}`)).toEqual([of(two)])
    expect(await tenantsOf('UPDATE role SET name = name')).toEqual(expect.arrayContaining([of(one), of(two)]))
  })

  test('and of no tenant if it changes no row', async () => {
    expect(await tenantsOf('UPDATE staff SET role_id = role_id WHERE tenant_id = -1')).toEqual([])
  })

  test('of each tenant of a login that is disabled or deleted', async () => {
    const login = "WHERE email = 'both@x.example'"
    const both = [of(one), of(two)].sort()
    expect(await tenantsOf(`UPDATE login SET disabled_at = now() ${login}`)).toEqual(both)
    expect(await tenantsOf(`DELETE FROM login ${login}`)).toEqual(both)
  })
})
