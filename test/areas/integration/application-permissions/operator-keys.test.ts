import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '#areas/integration/application-permissions/operator-keys.service'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const wanted = (more: object = {}) => ({ tenantKey: admin.tenant.key, name: 'First key', scopes: ['admin'], ...more })
const statusOf = async (key: string, headers: Record<string, string> = {}) =>
  (await server.app.inject({ url: '/api/applicationpermissions/apikeys', headers: { 'x-api-key': key, ...headers } }))
    .statusCode

test('creates a valid key for the operator, also a global one', async () => {
  const { id, key } = await createKey(server.database, wanted())
  expect(await statusOf(key)).toBe(200)
  const row = (await admin.get(`/api/applicationpermissions/apikeys/${id}`)).json()
  expect(JSON.parse(row.ApiKeyInfoJson)).toMatchObject({ CreatedBy: 'system', Scopes: ['admin'] })
  const all = await createKey(
    server.database,
    wanted({ scopes: ['admin', 'platform'], global: true, addressList: '127.0.0.1' }),
  )
  expect(await statusOf(all.key, { 'x-tenant-key': admin.tenant.key })).toBe(200)
})

test.each([
  ['an unknown tenant', { tenantKey: 'nowhere' }, 400],
  ['an unknown scope', { scopes: ['everything'] }, 400],
  ['no scope', { scopes: [] }, 400],
  ['a blank name', { name: ' ' }, 400],
  ['a bad address', { addressList: 'here' }, 400],
  ['a global key without a list', { global: true }, 422],
])('rejects %s and creates nothing', async (_what, more, status) => {
  const count = () => server.database.system.applicationPermission.count()
  const before = await count()
  await expect(createKey(server.database, wanted(more))).rejects.toMatchObject({ status })
  expect(await count()).toBe(before)
})

test('a new tenant has its roles', async () => {
  const roles = await server.database.system.role.findMany({
    where: { tenantId: admin.tenant.id },
    orderBy: { id: 'asc' },
  })
  expect(roles.map(({ name }) => name)).toEqual(['Administrator', 'Staff', 'Read only', 'Chapter owner'])
  expect(roles[0]?.scopes).toEqual(['admin'])
  expect(roles[1]?.scopes).toContain('contacts:write')
  expect(roles[2]?.scopes.every((scope) => scope.endsWith(':read'))).toBe(true)
})
