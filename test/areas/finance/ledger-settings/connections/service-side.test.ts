import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#test/support/build-app'
import { type LedgerApi, ledgerApi, ROOT } from '#test/support/finance/ledger'
import { refusal } from '#test/support/people/contact-parts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

const PERMISSIONS = '/api/applicationpermissions/apikeys'
const KEY_PATH = 'ledgeronline/amsconnection'

const installed = async (): Promise<LedgerApi> => {
  const api = ledgerApi(await server.tenant())
  await api.install()
  return api
}
const keysOf = ({ caller: { tenant } }: LedgerApi) =>
  server.database.system.applicationPermission.findMany({
    where: { tenantId: tenant.id, applicationName: 'Ledger connector' },
    orderBy: { id: 'asc' },
  })
const statusOf = async (api: LedgerApi) => (await api.settings()).AmsConnectionStatus

describe('GET /api/ledgersettings/settings/connect/ams (connectAms)', () => {
  test('issues one key that can only read the feeds, and is not cached', async () => {
    const api = await installed()
    const response = await api.caller.get(`${ROOT}/connect/ams`)
    expect(response.json()).toEqual({ Location: `${ROOT}/ledgeronline`, Request: null })
    expect(response.headers['cache-control']).toBe('no-store')
    await api.get('connectAms', 'connect/ams')
    const keys = await keysOf(api)
    expect(keys.map(({ scopes, revokedAt }) => [scopes, revokedAt])).toEqual([[['integration-feeds:read'], null]])
    expect(await statusOf(api)).toBe('Connected')
  })

  test('changes nothing for HEAD, requires an installation, the module and the write scope', async () => {
    const api = ledgerApi(await server.tenant())
    expect(await refusal(api.caller.get(`${ROOT}/connect/ams`))).toEqual([409, 'ledger-not-installed'])
    await api.install()
    const headers = { authorization: `ApiKey ${api.caller.key}` }
    await server.app.inject({ method: 'HEAD', url: `${ROOT}/connect/ams`, headers })
    expect(await keysOf(api)).toEqual([])
    const reader = await server.caller(api.caller.tenant, ['ledger-settings:read'])
    expect(await refusal(reader.get(`${ROOT}/connect/ams`))).toEqual([403, 'insufficient-scope'])
    const writer = await server.caller(api.caller.tenant, ['ledger-settings:write'])
    expect((await writer.get(`${ROOT}/connect/ams`)).statusCode).toBe(200)
    await api.good(
      'saveTenantSettings',
      api.caller.post('/api/settings/tenant', { AuditId: 1, LedgerModuleIsEnabled: false }),
    )
    expect(await refusal(api.caller.get(`${ROOT}/connect/ams`))).toEqual([422, 'no-ledger-module'])
  })

  test('shows a key that staff has revoked, and replaces it', async () => {
    const api = await installed()
    await api.get('connectAms', 'connect/ams')
    const [first] = await keysOf(api)
    await api.caller.delete(`${PERMISSIONS}/${first?.id}`)
    expect(await statusOf(api)).toBe('Revoked')
    await api.get('connectAms', 'connect/ams')
    expect([await statusOf(api), (await keysOf(api)).length]).toEqual(['Connected', 2])
  })
})

describe('POST /api/ledgersettings/settings/disonnect/ams (disconnectAms)', () => {
  test('revokes the issued key, once', async () => {
    const api = await installed()
    await api.get('connectAms', 'connect/ams')
    await api.post('disconnectAms', 'disonnect/ams', {})
    const [key] = await keysOf(api)
    expect(key?.revokedAt).not.toBeNull()
    expect(await statusOf(api)).toBe('NotConnected')
    const { etag } = (await api.caller.get(`${ROOT}/ledgeronline`)).headers
    await api.post('disconnectAms', 'disonnect/ams', {})
    expect((await api.caller.get(`${ROOT}/ledgeronline`)).headers.etag).toBe(etag)
  })

  test('rejects the id of another installation', async () => {
    const api = await installed()
    const sent = { AmsInstallationId: '999999999' }
    expect(await refusal(api.caller.post(`${ROOT}/disonnect/ams`, sent))).toEqual([409, 'ledger-not-installed'])
    const none = ledgerApi(await server.tenant())
    expect(await refusal(none.caller.post(`${ROOT}/disonnect/ams`, sent))).toEqual([409, 'ledger-not-installed'])
    await none.post('disconnectAms', 'disonnect/ams', {})
  })
})

describe('POST /api/ledgersettings/settings/ledgeronline/amsconnection (saveServiceConnectionKey)', () => {
  const newKey = async ({ caller }: LedgerApi, scopes = ['integration-feeds:read']) => {
    const made = await caller.post(`${PERMISSIONS}/0`, {
      ApplicationPermissionId: 0,
      ApplicationName: 'Desk',
      IsGlobal: false,
      ApiKeyInfoJson: JSON.stringify({ Scopes: scopes }),
    })
    return made.json() as { ApplicationPermissionId: number; ApiKey: string }
  }

  test('sets a key of the tenant, which stays valid when the side is disconnected', async () => {
    const api = await installed()
    await api.get('connectAms', 'connect/ams')
    const { ApiKey, ApplicationPermissionId } = await newKey(api)
    await api.post('saveServiceConnectionKey', KEY_PATH, { Key: ApiKey })
    const masked = `ghk_****${ApiKey.slice(-4)}`
    expect(await api.get('getServiceConnectionKey', KEY_PATH)).toEqual({ Key: masked })
    const [issued] = await keysOf(api)
    expect(issued?.revokedAt).not.toBeNull()
    await api.post('saveServiceConnectionKey', KEY_PATH, { Key: masked })
    await api.post('disconnectAms', 'disonnect/ams', {})
    const where = { tenantId: api.caller.tenant.id, id: ApplicationPermissionId }
    expect((await server.database.system.applicationPermission.findFirstOrThrow({ where })).revokedAt).toBeNull()
  })

  test('rejects a key that cannot read the feeds of the tenant', async () => {
    const api = await installed()
    const other = await installed()
    const save = (Key: unknown) => api.caller.post(`${ROOT}/${KEY_PATH}`, { Key })
    const { ApiKey: narrow } = await newKey(api, ['contacts:read'])
    const { ApiKey: foreign } = await newKey(other)
    for (const key of [narrow, foreign, `${foreign}x`, 'ghk_****7Qx2', ''])
      expect(await refusal(save(key)), key).toEqual([422, '/Key'])
    expect((await save(undefined)).statusCode).toBe(400)
    expect(await statusOf(api)).toBe('NotConnected')
  })
})

describe('GET /api/ledgersettings/settings/ledgeronline/amsconnection (getServiceConnectionKey)', () => {
  test('shows only the end of the key, and null without one', async () => {
    const api = await installed()
    expect(await api.get('getServiceConnectionKey', KEY_PATH)).toEqual({ Key: null })
    await api.get('connectAms', 'connect/ams')
    expect(await api.get('getServiceConnectionKey', KEY_PATH)).toEqual({
      Key: expect.stringMatching(/^ghk_\*{4}\w{4}$/),
    })
  })
})
