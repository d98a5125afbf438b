import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const KEYS = '/api/applicationpermissions/apikeys'

describe('GET /api/applicationpermissions/apikeys/checkforaccess (checkApplicationPermissionAccess)', () => {
  test('returns whether the caller can manage permissions', async () => {
    const manager = await server.caller(admin.tenant, [
      'application-permissions:read',
      'application-permissions:write',
      'contacts:read',
    ])
    const reader = await server.caller(admin.tenant, ['application-permissions:read'])
    const answers = await Promise.all([admin, manager, reader].map((caller) => caller.get(`${KEYS}/checkforaccess`)))
    expect(answers.map((answer) => answer.json())).toEqual([true, true, false])
    expect((await reader.get(KEYS)).json()[0].Actions).toEqual([])
    const made = { ApplicationName: 'Newsletter', ApiKeyInfoJson: '{"Scopes":["contacts:read"]}' }
    expect((await reader.post(`${KEYS}/0`, made)).statusCode).toBe(401)
  })
})
