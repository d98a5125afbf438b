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
const create = (caller: TestCaller, info: object = { Scopes: ['contacts:read'] }, edit: object = {}) =>
  caller.post(`${KEYS}/0`, { ApplicationName: 'Newsletter', ApiKeyInfoJson: JSON.stringify(info), ...edit })
const statusOf = async (key: string, headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
  (await server.app.inject({ url: `${KEYS}/checkforaccess`, headers: { 'x-api-key': key, ...headers }, remoteAddress }))
    .statusCode
const pointersOf = (answer: { json(): { errors?: { pointer: string }[] } }) =>
  answer.json().errors?.map(({ pointer }) => pointer)

describe('POST /api/applicationpermissions/apikeys/{applicationpermissionid}/resetapikey (resetApiKey)', () => {
  test('returns the new key once; the old one is valid for another day', async () => {
    const { ApplicationPermissionId: id, ApiKey: old } = (await create(admin)).json()
    const reset = await admin.post(`${KEYS}/${id}/resetapikey`)
    expect(reset.json()).toBe(id)
    expect(reset.headers['cache-control']).toContain('no-store')
    const fresh = String(reset.headers['x-api-key'])
    expect([await statusOf(old), await statusOf(fresh)]).toEqual([200, 200])
    const { Secrets: secrets } = JSON.parse((await admin.get(`${KEYS}/${id}`)).json().ApiKeyInfoJson)
    expect(secrets.map((secret: { LastCharacters: string }) => secret.LastCharacters)).toEqual([
      fresh.slice(-4),
      old.slice(-4),
    ])
    const left = Date.parse(secrets[1].ExpiresDate) - Date.now()
    expect(left).toBeGreaterThan(86_300_000)
    expect(left).toBeLessThanOrEqual(86_400_000)
  })

  test('ends every old key immediately without a grace', async () => {
    const { ApplicationPermissionId: id, ApiKey: first } = (await create(admin)).json()
    const second = String((await admin.post(`${KEYS}/${id}/resetapikey`)).headers['x-api-key'])
    const third = String((await admin.post(`${KEYS}/${id}/resetapikey?graceseconds=0`)).headers['x-api-key'])
    expect(await Promise.all([first, second, third].map((key) => statusOf(key)))).toEqual([401, 401, 200])
  })

  test('returns 400 for a grace of more than a week', async () => {
    const { ApplicationPermissionId: id } = (await create(admin)).json()
    const refused = await admin.post(`${KEYS}/${id}/resetapikey?graceseconds=604801`)
    expect(refused.statusCode).toBe(400)
    expect(pointersOf(refused)).toEqual(['query:graceseconds'])
  })
})

describe('DELETE /api/applicationpermissions/apikeys/{applicationpermissionid} (deleteApiKey)', () => {
  test('revokes the key immediately and hides the permission', async () => {
    const { ApplicationPermissionId: id, ApiKey: key } = (await create(admin)).json()
    expect(await statusOf(key)).toBe(200)
    expect((await admin.delete(`${KEYS}/${id}`, { 'if-match': '"9"' })).statusCode).toBe(412)
    const deleted = await admin.delete(`${KEYS}/${id}`)
    expect([deleted.statusCode, deleted.json()]).toEqual([200, id])
    expect(await statusOf(key)).toBe(401)
    expect((await admin.get(`${KEYS}/${id}`)).statusCode).toBe(404)
    expect((await admin.delete(`${KEYS}/${id}`)).statusCode).toBe(404)
  })
})
