import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { registerClient } from '#test/support/identity/oauth'

const KEYS = '/api/applicationpermissions/apikeys'
const CLIENTS = '/api/applicationpermissions/oauthclients'

let server: TestApp
let admin: TestCaller
let manager: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
  manager = await server.caller(admin.tenant, ['application-permissions:write', 'contacts:read'])
})
afterAll(() => server.close())

const createKey = async (scope: string): Promise<string> => {
  const info = JSON.stringify({ Scopes: [scope] })
  const made = await admin.post(`${KEYS}/0`, { ApplicationName: 'Sync', ApiKeyInfoJson: info })
  return `${KEYS}/${made.json().ApplicationPermissionId}`
}

const createClient = async (scope: string): Promise<string> =>
  `${CLIENTS}/${(await registerClient(admin, { Scopes: [scope] })).id}`

describe.each([
  ['DELETE /api/applicationpermissions/apikeys/{applicationpermissionid} (deleteApiKey)', createKey],
  ['DELETE /api/applicationpermissions/oauthclients/{applicationpermissionid} (deleteOAuthClient)', createClient],
])('%s', (_operation, create) => {
  test('returns 401 if the caller does not have a scope of it, and names the scope', async () => {
    const path = await create('contacts:write')
    const refused = await manager.delete(path)
    expect([refused.statusCode, refused.json().code]).toEqual([401, 'insufficient-scope'])
    expect(refused.headers['www-authenticate']).toContain('error="insufficient_scope", scope="contacts:write"')
    expect((await admin.get(path)).statusCode).toBe(200)
  })

  test('deletes one whose scopes the caller has', async () => {
    expect((await manager.delete(await create('contacts:read'))).statusCode).toBe(200)
  })
})
