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

describe('POST /api/applicationpermissions/apikeys/{applicationpermissionid} (saveApiKey)', () => {
  test('returns the complete key once; it is valid immediately and masked from then on', async () => {
    const made = await create(
      admin,
      { Scopes: ['contacts:read'], VendorName: 'Harbor Mail' },
      { ApplicationId: 'mail-1', GlobalApiKeyIPAddressWhitelist: '127.0.0.1' },
    )
    expect(made.statusCode).toBe(200)
    const { ApplicationPermissionId: id, ApiKey: key } = made.json()
    expect(key).toMatch(/^ghk_[0-9a-z]+_[0-9A-Za-z]{36}$/)

    const listed = (await admin.get(KEYS))
      .json()
      .find((row: { ApplicationPermissionId: number }) => row.ApplicationPermissionId === id)
    const edit = await admin.get(`${KEYS}/${id}`)
    const { ApiKeyInfoJson } = edit.json()
    expect(listed).toEqual({
      ApplicationPermissionId: id,
      ApplicationName: 'Newsletter',
      VendorName: 'Harbor Mail',
      ApiKeyInfoJson,
      HasGlobalApiKey: false,
      ApiKey: `ghk_••••••••${key.slice(-4)}`,
      Actions: ['edit', 'reset', 'delete'],
    })
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(JSON.parse(ApiKeyInfoJson)).toEqual({
      Scopes: ['contacts:read'],
      VendorName: 'Harbor Mail',
      AuditId: 1,
      CreatedDate: at,
      CreatedBy: `key:${admin.permissionId}`,
      ModifiedDate: at,
      LastUsedDate: null,
      Secrets: [{ LastCharacters: key.slice(-4), CreatedDate: at, ExpiresDate: null, LastUsedDate: null }],
    })
    expect(edit.headers.etag).toBe('"1"')
    expect(edit.json()).toEqual({
      ApplicationPermissionId: id,
      ApplicationId: 'mail-1',
      ApplicationName: 'Newsletter',
      IsGlobal: false,
      TenantKey: admin.tenant.key,
      GlobalApiKeyIPAddressWhitelist: '127.0.0.1',
      ApiKeyInfoJson,
    })
    expect(edit.body).not.toContain(key)
    expect(await statusOf(key)).toBe(200)
  })

  test('stores only the hash of a key', async () => {
    const key: string = (await create(admin)).json().ApiKey
    const rows = await server.database.system.$queryRawUnsafe<object[]>('select * from application_secret')
    expect(JSON.stringify(rows)).not.toContain(key.slice(4, 20))
  })

  test.each([
    ['no name', { ApplicationName: undefined }, '/ApplicationName'],
    ['a name of spaces', { ApplicationName: '  ' }, '/ApplicationName'],
    ['no scopes', { ApiKeyInfoJson: '{}' }, '/ApiKeyInfoJson/Scopes'],
    ['an empty list of scopes', { ApiKeyInfoJson: '{"Scopes":[]}' }, '/ApiKeyInfoJson/Scopes'],
    ['an unknown scope', { ApiKeyInfoJson: '{"Scopes":["contacts:read","contacts:eat"]}' }, '/ApiKeyInfoJson/Scopes/1'],
    ['the scope self of logins', { ApiKeyInfoJson: '{"Scopes":["contacts:read","self"]}' }, '/ApiKeyInfoJson/Scopes/1'],
    [
      'the scope own-login:read of logins',
      { ApiKeyInfoJson: '{"Scopes":["contacts:read","own-login:read"]}' },
      '/ApiKeyInfoJson/Scopes/1',
    ],
    [
      'the scope own-login:write of logins',
      { ApiKeyInfoJson: '{"Scopes":["contacts:read","own-login:write"]}' },
      '/ApiKeyInfoJson/Scopes/1',
    ],
    [
      'an unknown member of the information',
      { ApiKeyInfoJson: '{"Scopes":["contacts:read"],"Vendor/Name":"Harbor"}' },
      '/ApiKeyInfoJson/Vendor~1Name',
    ],
    ['information that is not JSON', { ApiKeyInfoJson: '{"Scopes":' }, '/ApiKeyInfoJson'],
    [
      'an address that is none',
      { GlobalApiKeyIPAddressWhitelist: '10.0.0.1, 10.0.0.0/33' },
      '/GlobalApiKeyIPAddressWhitelist',
    ],
    ['another tenant', { TenantKey: 'somebody-else' }, '/TenantKey'],
    ['another id than the path', { ApplicationPermissionId: 7 }, '/ApplicationPermissionId'],
  ])('rejects %s with a pointer, and creates nothing', async (_what, edit, pointer) => {
    const before = (await admin.get(KEYS)).body
    const refused = await create(admin, { Scopes: ['contacts:read'] }, edit)
    expect(refused.statusCode).toBe(400)
    expect(pointersOf(refused)).toEqual([pointer])
    expect((await admin.get(KEYS)).body).toBe(before)
  })

  test('returns the same complete key for a repeated Idempotency-Key', async () => {
    const send = () =>
      admin.post(
        `${KEYS}/0`,
        { ApplicationName: 'Twice', ApiKeyInfoJson: '{"Scopes":["contacts:read"]}' },
        { 'idempotency-key': 'twice-1' },
      )
    const first = await send()
    const second = await send()
    expect(second.headers['idempotent-replayed']).toBe('true')
    expect(second.body).toBe(first.body)
  })
})

describe('scopes of the caller', () => {
  let manager: TestCaller
  beforeAll(async () => {
    manager = await server.caller(admin.tenant, [
      'application-permissions:read',
      'application-permissions:write',
      'contacts:read',
    ])
  })

  describe('POST /api/applicationpermissions/apikeys/{applicationpermissionid} (saveApiKey)', () => {
    test('returns 401 for a scope that the caller does not have', async () => {
      expect((await create(manager, { Scopes: ['contacts:read'] })).statusCode).toBe(200)
      for (const scope of ['contacts:write', 'admin', 'platform']) {
        expect((await create(manager, { Scopes: [scope] })).statusCode, scope).toBe(401)
      }
      expect((await create(admin, { Scopes: ['platform'] })).statusCode).toBe(401)
    })
  })

  describe('POST /api/applicationpermissions/apikeys/{applicationpermissionid}/resetapikey (resetApiKey)', () => {
    test('returns 401 for a key with more scopes, which it cannot reset, change or delete', async () => {
      const { ApplicationPermissionId: id } = (await create(admin, { Scopes: ['admin'] })).json()
      expect((await manager.post(`${KEYS}/${id}/resetapikey`)).statusCode).toBe(401)
      expect((await manager.post(`${KEYS}/${id}`, { ApiKeyInfoJson: '{"Scopes":["contacts:read"]}' })).statusCode).toBe(
        401,
      )
      const row = (await manager.get(KEYS))
        .json()
        .find((found: { ApplicationPermissionId: number }) => found.ApplicationPermissionId === id)
      expect(row.Actions).toEqual([])
    })
  })
})

describe('POST /api/applicationpermissions/apikeys/{applicationpermissionid} (saveApiKey)', () => {
  test('keeps fields that are left out, is effective immediately and increments the version', async () => {
    const { ApplicationPermissionId: id, ApiKey: key } = (
      await create(admin, { Scopes: ['application-permissions:read'], VendorName: 'V' })
    ).json()
    const list = () => server.app.inject({ url: KEYS, headers: { 'x-api-key': key } })
    expect((await list()).statusCode).toBe(200)
    const changed = await admin.post(`${KEYS}/${id}`, { ApiKeyInfoJson: '{"Scopes":["contacts:read"],"AuditId":1}' })
    expect(changed.json()).toMatchObject({
      ApplicationName: 'Newsletter',
      VendorName: 'V',
      ApiKey: `ghk_••••••••${key.slice(-4)}`,
    })
    expect(changed.headers.etag).toBe('"2"')
    expect((await list()).statusCode).toBe(401)
    const history = await server.database.system.auditEntry.findMany({
      where: { entity: 'api-key', entityId: id },
      orderBy: { id: 'asc' },
    })
    expect(history.map(({ action, auditId }) => [action, auditId])).toEqual([
      ['created', 1],
      ['updated', 2],
    ])
    expect(JSON.stringify(history)).not.toContain(key)
  })

  test('accepts one of 10 simultaneous changes of one version', async () => {
    const { ApplicationPermissionId: id } = (await create(admin)).json()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        admin.post(`${KEYS}/${id}`, { ApplicationName: `N${n}`, ApiKeyInfoJson: '{"AuditId":1}' }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, ...Array(9).fill(409)])
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ AuditId: 2 })
    expect((await admin.post(`${KEYS}/${id}`, { ApplicationName: 'X' }, { 'if-match': '"1"' })).statusCode).toBe(412)
  })
})

describe('GET /api/applicationpermissions/apikeys/{applicationpermissionid} (getApiKey)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const { ApplicationPermissionId: id } = (await create(admin)).json()
    const other = await server.tenant()
    const tries = (wanted: number) => [
      other.get(`${KEYS}/${wanted}`),
      other.post(`${KEYS}/${wanted}`, { ApplicationName: 'Mine' }),
      other.post(`${KEYS}/${wanted}/resetapikey`),
      other.delete(`${KEYS}/${wanted}`),
    ]
    const strip = (answer: { json(): object }) => ({ ...answer.json(), requestId: '', instance: '' })
    const foreign = await Promise.all(tries(id))
    const missing = await Promise.all(tries(999_999))
    expect(foreign.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
    expect(foreign.map(strip)).toEqual(missing.map(strip))
  })
})

describe('POST /api/applicationpermissions/apikeys/{applicationpermissionid} (saveApiKey)', () => {
  test('limits a key with an address list to these addresses', async () => {
    const edit = { GlobalApiKeyIPAddressWhitelist: '192.0.2.7; 10.1.0.0/16 2001:db8::/32' }
    const key: string = (await create(admin, undefined, edit)).json().ApiKey
    const from = ['192.0.2.7', '10.1.200.3', '2001:db8::9', '::ffff:10.1.2.3', '192.0.2.8', '10.2.0.1', '2001:db9::1']
    expect(await Promise.all(from.map((address) => statusOf(key, {}, address)))).toEqual([
      200, 200, 200, 200, 401, 401, 401,
    ])
  })

  test('creates a global key only for the platform, with a list; its requests name the tenant', async () => {
    const platform = await server.caller(admin.tenant, ['admin', 'platform'])
    const edit = { IsGlobal: true, GlobalApiKeyIPAddressWhitelist: '127.0.0.1' }
    expect((await create(admin, undefined, edit)).statusCode).toBe(401)
    const bare = await create(platform, undefined, { IsGlobal: true })
    expect([bare.statusCode, pointersOf(bare)]).toEqual([422, ['/GlobalApiKeyIPAddressWhitelist']])

    const made = (await create(platform, { Scopes: ['application-permissions:read'] }, edit)).json()
    expect(made.HasGlobalApiKey).toBe(true)
    const other = await server.tenant()
    const list = (headers: Record<string, string>) =>
      server.app.inject({ url: KEYS, headers: { 'x-api-key': made.ApiKey, ...headers } })
    const rows = (await list({ 'x-tenant-key': other.tenant.key })).json()
    expect(rows.map((row: { ApplicationPermissionId: number }) => row.ApplicationPermissionId)).toEqual([
      other.permissionId,
    ])
    for (const headers of [{}, { 'x-tenant-key': 'no-such-tenant' }, { 'x-tenant-key': "x'; drop" }]) {
      const refused = await list(headers as Record<string, string>)
      expect([refused.statusCode, pointersOf(refused)]).toEqual([400, ['header:X-Tenant-Key']])
    }
    for (const change of [
      admin.post(`${KEYS}/${made.ApplicationPermissionId}`, { ApplicationName: 'Mine' }),
      admin.post(`${KEYS}/${made.ApplicationPermissionId}/resetapikey`),
      admin.delete(`${KEYS}/${made.ApplicationPermissionId}`),
    ]) {
      expect((await change).statusCode).toBe(401)
    }
  })
})

describe('GET /api/applicationpermissions/apikeys (listApiKeys)', () => {
  test('returns the keys of the tenant by application name', async () => {
    const other = await server.tenant()
    for (const ApplicationName of ['Zoo', 'Alpha'])
      await create(other, { Scopes: ['contacts:read'] }, { ApplicationName })
    const rows: { ApplicationName: string }[] = (await other.get(KEYS)).json()
    const names = rows.map(({ ApplicationName }) => ApplicationName)
    expect(names.filter((name) => ['Zoo', 'Alpha'].includes(name))).toEqual(['Alpha', 'Zoo'])
  })
})
