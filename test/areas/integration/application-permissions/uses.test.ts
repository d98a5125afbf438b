import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { postAsClient, registerClient } from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
const skew = { ms: 0 }
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => new Date(Date.now() + skew.ms) } })
  admin = await server.tenant()
})
afterAll(() => server.close())

const KEYS = '/api/applicationpermissions/apikeys'
const CLIENTS = '/api/applicationpermissions/oauthclients'

interface Info {
  LastUsedDate: string | null
  Secrets: { LastCharacters: string; LastUsedDate: string | null }[]
}

const infoOf = async (path: string, id: number): Promise<Info> => {
  const edit = (await admin.get(`${path}/${id}`)).json()
  return JSON.parse(edit.ApiKeyInfoJson ?? edit.OAuthClientInfoJson)
}

const createKey = async (): Promise<{ id: number; key: string }> => {
  const made = await admin.post(`${KEYS}/0`, {
    ApplicationName: 'Sync',
    ApiKeyInfoJson: '{"Scopes":["contacts:read"]}',
  })
  return { id: made.json().ApplicationPermissionId, key: made.json().ApiKey }
}

const use = (authorization: string) => server.app.inject({ url: `${KEYS}/checkforaccess`, headers: { authorization } })

const eventsOf = (entity: string, entityId: number) =>
  server.database.system.outboxEvent.findMany({
    where: { tenantId: admin.tenant.id, entity, entityId },
    orderBy: { id: 'asc' },
    select: { kind: true, payload: true },
  })

describe('GET /api/applicationpermissions/apikeys/{applicationpermissionid} (getApiKey)', () => {
  test('shows when the key was last used, to the minute', async () => {
    const { id, key } = await createKey()
    expect(await infoOf(KEYS, id)).toMatchObject({ LastUsedDate: null, Secrets: [{ LastUsedDate: null }] })
    await use(`ApiKey ${key}`)
    const first = await vi.waitUntil(async () => (await infoOf(KEYS, id)).LastUsedDate)
    expect(Math.abs(Date.parse(first ?? '') - Date.now())).toBeLessThan(10_000)
    skew.ms += 3_600_000
    await use(`ApiKey ${key}`)
    await vi.waitUntil(async () => (await infoOf(KEYS, id)).LastUsedDate !== first)
    const later = await infoOf(KEYS, id)
    expect(Date.parse(later.LastUsedDate ?? '') - Date.parse(first ?? '')).toBeGreaterThanOrEqual(3_600_000)
  })

  test('shows after a reset which of both keys is still used, and changes no version', async () => {
    const { id, key } = await createKey()
    await admin.post(`${KEYS}/${id}/resetapikey`)
    await use(`Bearer ${key}`)
    await vi.waitUntil(async () => (await infoOf(KEYS, id)).LastUsedDate)
    const [current, old] = (await infoOf(KEYS, id)).Secrets
    expect([current?.LastUsedDate, old?.LastCharacters]).toEqual([null, key.slice(-4)])
    expect(old?.LastUsedDate).not.toBeNull()
    expect((await admin.get(`${KEYS}/${id}`)).headers.etag).toBe('"2"')
  })
})

describe('GET /api/applicationpermissions/oauthclients/{applicationpermissionid} (getOAuthClient)', () => {
  test('shows when a secret got a token, and when a token was last used', async () => {
    const client = await registerClient(admin)
    const { access_token } = (
      await postAsClient(server, '/oauth2/token', client, { grant_type: 'client_credentials' })
    ).json()
    await vi.waitUntil(async () => (await infoOf(CLIENTS, client.id)).Secrets[0]?.LastUsedDate)
    const before = (await infoOf(CLIENTS, client.id)).LastUsedDate
    skew.ms += 120_000
    await use(`Bearer ${access_token}`)
    await vi.waitUntil(async () => (await infoOf(CLIENTS, client.id)).LastUsedDate !== before)
  })
})

describe('events', () => {
  test('a key emits one for each change, without the key', async () => {
    const { id } = await createKey()
    await admin.post(`${KEYS}/${id}`, { ApplicationName: 'Sync 2' })
    await admin.post(`${KEYS}/${id}/resetapikey`)
    await admin.delete(`${KEYS}/${id}`)
    expect(await eventsOf('api-key', id)).toEqual([
      { kind: 'apikey.created', payload: { ApplicationName: 'Sync' } },
      { kind: 'apikey.updated', payload: { ApplicationName: 'Sync 2', fields: ['applicationName'] } },
      { kind: 'apikey.reset', payload: { ApplicationName: 'Sync 2', fields: ['reset'] } },
      { kind: 'apikey.deleted', payload: { ApplicationName: 'Sync 2' } },
    ])
  })

  test('a client emits one for each change', async () => {
    const { id } = await registerClient(admin)
    await admin.post(`${CLIENTS}/${id}/resetclientsecret`)
    await admin.delete(`${CLIENTS}/${id}`)
    const kinds = (await eventsOf('oauth-client', id)).map(({ kind }) => kind)
    expect(kinds).toEqual(['oauthclient.created', 'oauthclient.reset', 'oauthclient.deleted'])
  })
})
