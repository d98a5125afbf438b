import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

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
