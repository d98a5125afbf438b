import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { postAsClient, REDIRECT, registerClient, statusWith } from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const CLIENTS = '/api/applicationpermissions/oauthclients'
const create = (info: object = {}, edit: object = {}, caller = admin) =>
  caller.post(`${CLIENTS}/0`, {
    ApplicationName: 'Member desk',
    GlobalOAuthRedirectUrls: REDIRECT,
    OAuthClientInfoJson: JSON.stringify({ Scopes: ['contacts:read'], ...info }),
    ...edit,
  })
const pointersOf = (answer: { json(): { errors?: { pointer: string }[] } }) =>
  answer.json().errors?.map(({ pointer }) => pointer)
const tokenOf = async (client: Parameters<typeof postAsClient>[2], form: Record<string, string> = {}) =>
  postAsClient(server, '/oauth2/token', client, { grant_type: 'client_credentials', ...form })

describe('POST /api/applicationpermissions/oauthclients/{applicationpermissionid} (saveOAuthClient)', () => {
  test('returns client id and secret once; later responses mask the secret', async () => {
    const info = { CorsOrigins: ['https://desk.example'], IPAddressWhitelist: '127.0.0.0/8', VendorName: 'Harbor Soft' }
    const made = await create(info, { ApplicationId: 'desk-1' })
    const { ApplicationPermissionId: id, ClientSecret: secret, ClientId: clientId } = made.json()
    expect(secret).toMatch(/^ghs_[0-9a-z]+_[0-9A-Za-z]{36}$/)
    const row = (await admin.get(CLIENTS)).json().find((found: { ClientId: string }) => found.ClientId === clientId)
    const edit = await admin.get(`${CLIENTS}/${id}`)
    const { OAuthClientInfoJson } = edit.json()
    expect(row).toEqual({
      ApplicationPermissionId: id,
      ApplicationName: 'Member desk',
      VendorName: 'Harbor Soft',
      OAuthClientInfoJson,
      HasGlobalOAuthClient: false,
      ClientId: clientId,
      ClientSecret: `ghs_••••••••${secret.slice(-4)}`,
      Actions: ['edit', 'reset', 'delete'],
    })
    expect(edit.headers.etag).toBe('"1"')
    expect(edit.json()).toEqual({
      ApplicationPermissionId: id,
      ApplicationId: 'desk-1',
      ApplicationName: 'Member desk',
      IsGlobal: false,
      GlobalOAuthRedirectUrls: REDIRECT,
      OAuthClientInfoJson,
    })
    const at = expect.stringMatching(/^\d{4}-.*Z$/)
    expect(JSON.parse(OAuthClientInfoJson)).toEqual({
      ...info,
      Scopes: ['contacts:read'],
      IsPublic: false,
      AuditId: 1,
      CreatedDate: at,
      CreatedBy: `key:${admin.permissionId}`,
      ModifiedDate: at,
      LastUsedDate: null,
      Secrets: [{ LastCharacters: secret.slice(-4), CreatedDate: at, ExpiresDate: null, LastUsedDate: null }],
    })
  })

  test('accepts the object of OAuthClientInfoJson and of ApiKeyInfoJson, as well as its text', async () => {
    const info = { Scopes: ['contacts:read'], IsPublic: true, CorsOrigins: ['https://desk.example'] }
    const made = await create({}, { OAuthClientInfoJson: info })
    expect(made.statusCode, made.body).toBe(200)
    expect(JSON.parse(made.json().OAuthClientInfoJson)).toMatchObject(info)
    const refused = await create({}, { OAuthClientInfoJson: { ...info, CorsOrigin: [] } })
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ pointer: '/OAuthClientInfoJson/CorsOrigin', message: expect.stringContaining('Did you mean CorsOrigins?') }],
    ])
    const list = await create({}, { OAuthClientInfoJson: ['contacts:read'] })
    expect(list.statusCode).toBe(400)
    const key = await admin.post('/api/applicationpermissions/apikeys/0', {
      ApplicationName: 'Sync',
      ApiKeyInfoJson: { Scopes: ['contacts:read'] },
    })
    expect(JSON.parse(key.json().ApiKeyInfoJson)).toMatchObject({ Scopes: ['contacts:read'] })
  })

  test('creates a public client without a secret, which cannot be reset', async () => {
    const made = (await create({ IsPublic: true })).json()
    expect([made.ClientSecret, made.Actions]).toEqual([null, ['edit', 'delete']])
    expect(JSON.parse(made.OAuthClientInfoJson)).toMatchObject({ IsPublic: true, Secrets: [] })
    const reset = await admin.post(`${CLIENTS}/${made.ApplicationPermissionId}/resetclientsecret`)
    expect([reset.statusCode, reset.json().code]).toEqual([422, 'public-client'])
    const changed = await admin.post(`${CLIENTS}/${made.ApplicationPermissionId}`, {
      OAuthClientInfoJson: '{"IsPublic":false}',
    })
    expect([changed.statusCode, changed.json().code]).toEqual([422, 'client-kind-fixed'])
  })

  test.each([
    'http://desk.example/back',
    'https://desk.example/back#part',
    'https://desk.example/back#',
    'https://user@desk.example/back',
    'https:desk.example',
    '/back',
    'javascript:alert(1)',
    'com.example.app:/back',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.1:0/cb',
    'http://localhost:65536/cb',
  ])('rejects the redirect URL %s', async (url) => {
    const refused = await create({}, { GlobalOAuthRedirectUrls: `${REDIRECT}\n${url}` })
    expect([refused.statusCode, pointersOf(refused)]).toEqual([400, ['/GlobalOAuthRedirectUrls']])
    expect(refused.json().errors[0].message).toContain(url)
  })

  test('accepts a loopback redirect URL with http', async () => {
    const urls = 'http://127.0.0.1:8765/cb http://localhost/cb http://[::1]:4000/cb'
    const made = (await create({}, { GlobalOAuthRedirectUrls: urls })).json()
    const edit = (await admin.get(`${CLIENTS}/${made.ApplicationPermissionId}`)).json()
    expect(edit.GlobalOAuthRedirectUrls.split('\n')).toEqual(urls.split(' '))
  })

  test('accepts 20 redirect URLs, and rejects 21', async () => {
    const urls = (count: number) => Array.from({ length: count }, (_, n) => `https://desk.example/back/${n}`).join('\n')
    const made = await create({}, { GlobalOAuthRedirectUrls: urls(20) })
    const edit = (await admin.get(`${CLIENTS}/${made.json().ApplicationPermissionId}`)).json()
    expect(edit.GlobalOAuthRedirectUrls).toBe(urls(20))
    const refused = await create({}, { GlobalOAuthRedirectUrls: urls(21) })
    expect([refused.statusCode, pointersOf(refused)]).toEqual([400, ['/GlobalOAuthRedirectUrls']])
  })

  test('records each change in the history of the client, with its version and without secrets', async () => {
    const { ApplicationPermissionId: id, ClientSecret } = (await create()).json()
    const changed = await admin.post(`${CLIENTS}/${id}`, { ApplicationName: 'Front desk' })
    expect(changed.headers.etag).toBe('"2"')
    await admin.post(`${CLIENTS}/${id}/resetclientsecret`)
    await admin.delete(`${CLIENTS}/${id}`)
    const history = await server.database.system.auditEntry.findMany({
      where: { tenantId: admin.tenant.id, entityId: id, entity: { in: ['oauth-client', 'api-key'] } },
      orderBy: { id: 'asc' },
    })
    expect(history.map(({ entity, action, auditId }) => [entity, action, auditId])).toEqual([
      ['oauth-client', 'created', 1],
      ['oauth-client', 'updated', 2],
      ['oauth-client', 'updated', 3],
      ['oauth-client', 'deleted', 4],
    ])
    expect(JSON.stringify(history.map(({ changes }) => changes))).not.toContain(ClientSecret)
  })

  test.each([
    [
      'an origin with a path',
      { CorsOrigins: ['https://a.example', 'https://a.example/x'] },
      {},
      400,
      '/OAuthClientInfoJson/CorsOrigins/1',
    ],
    ['an address that is none', { IPAddressWhitelist: 'here' }, {}, 400, '/OAuthClientInfoJson/IPAddressWhitelist'],
    ['an unknown scope', { Scopes: ['nothing:read'] }, {}, 400, '/OAuthClientInfoJson/Scopes/0'],
    ['a misspelled member', { CorsOrigin: ['https://a.example'] }, {}, 400, '/OAuthClientInfoJson/CorsOrigin'],
    ['self with other scopes', { Scopes: ['contacts:read', 'self'] }, {}, 400, '/OAuthClientInfoJson/Scopes/1'],
    [
      'a public client without a redirect URL',
      { IsPublic: true },
      { GlobalOAuthRedirectUrls: null },
      422,
      '/GlobalOAuthRedirectUrls',
    ],
  ])('rejects %s', async (_what, info, edit, status, pointer) => {
    const refused = await create(info, edit)
    expect([refused.statusCode, pointersOf(refused)]).toEqual([status, [pointer]])
  })

  test('names the known members if one is unknown, and accepts what a read returns', async () => {
    const refused = await create({ CorsOrigin: [], __Proto: 1 })
    expect(refused.json().errors.map(({ message }: { message: string }) => message)).toEqual([
      'is not a member of OAuthClientInfoJson. Use Scopes, VendorName, AuditId, IsPublic, CorsOrigins, IPAddressWhitelist. Did you mean CorsOrigins?',
      expect.stringContaining('is not a member'),
    ])
    const { ApplicationPermissionId: id } = (await create()).json()
    const read = (await admin.get(`${CLIENTS}/${id}`)).json()
    const saved = await admin.post(`${CLIENTS}/${id}`, read)
    expect(saved.statusCode, saved.body).toBe(200)
  })

  test('rejects more than 1000 clients of a tenant; those that were deleted do not count', async () => {
    const other = await server.tenant()
    const { system } = server.database
    const common = { tenantId: other.tenant.id, kind: 'oauthclient', createdBy: 'test', scopes: ['contacts:read'] }
    const data = Array.from({ length: 1000 }, (_, n) => ({ ...common, applicationName: `App ${n}` }))
    await system.applicationPermission.createMany({ data })
    const refused = await create({}, {}, other)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'too-many-permissions'])
    const [first] = (await other.get(CLIENTS)).json()
    expect((await other.delete(`${CLIENTS}/${first.ApplicationPermissionId}`)).statusCode).toBe(200)
    expect((await create({}, {}, other)).statusCode).toBe(200)
  })

  test('creates a global client only for the platform', async () => {
    expect((await create({}, { IsGlobal: true })).statusCode).toBe(401)
    const platform = await server.caller(admin.tenant, ['admin', 'platform'])
    expect((await create({}, { IsGlobal: true }, platform)).json().HasGlobalOAuthClient).toBe(true)
  })
})

describe('DELETE /api/applicationpermissions/oauthclients/{applicationpermissionid} (deleteOAuthClient)', () => {
  test('revokes the tokens of the client immediately', async () => {
    const client = await registerClient(admin)
    const token = (await tokenOf(client)).json().access_token
    expect(await statusWith(server, token)).toBe(200)
    expect((await admin.delete(`${CLIENTS}/${client.id}`)).json()).toBe(client.id)
    expect(await statusWith(server, token)).toBe(401)
    expect((await tokenOf(client)).json()).toMatchObject({ error: 'invalid_client' })
    expect((await admin.get(`${CLIENTS}/${client.id}`)).statusCode).toBe(404)
  })
})

describe('POST /api/applicationpermissions/oauthclients/{applicationpermissionid} (saveOAuthClient)', () => {
  test('removes a scope from tokens that are already issued', async () => {
    const client = await registerClient(admin)
    const token = (await tokenOf(client)).json().access_token
    expect(await statusWith(server, token)).toBe(200)
    await admin.post(`${CLIENTS}/${client.id}`, { OAuthClientInfoJson: '{"Scopes":["contacts:read"]}' })
    expect(await statusWith(server, token)).toBe(401)
  })
})

describe('POST /api/applicationpermissions/oauthclients/{applicationpermissionid}/resetclientsecret (resetOAuthClientSecret)', () => {
  test('keeps the old secret for a day; without a grace it also ends the tokens', async () => {
    const client = await registerClient(admin)
    const reset = await admin.post(`${CLIENTS}/${client.id}/resetclientsecret`)
    expect(reset.json()).toBe(client.id)
    const fresh = { ...client, secret: String(reset.headers['x-client-secret']) }
    expect([(await tokenOf(client)).statusCode, (await tokenOf(fresh)).statusCode]).toEqual([200, 200])
    const token = (await tokenOf(fresh)).json().access_token
    const hard = await admin.post(`${CLIENTS}/${client.id}/resetclientsecret?graceseconds=0`)
    const last = { ...client, secret: String(hard.headers['x-client-secret']) }
    expect(await statusWith(server, token)).toBe(401)
    const answers = await Promise.all([client, fresh, last].map(async (each) => (await tokenOf(each)).statusCode))
    expect(answers).toEqual([401, 401, 200])
  })
})

describe('GET /api/applicationpermissions/oauthclients/{applicationpermissionid} (getOAuthClient)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const client = await registerClient(admin)
    const other = await server.tenant()
    const answers = await Promise.all([
      other.get(`${CLIENTS}/${client.id}`),
      other.post(`${CLIENTS}/${client.id}`, { ApplicationName: 'Mine' }),
      other.post(`${CLIENTS}/${client.id}/resetclientsecret`),
      other.delete(`${CLIENTS}/${client.id}`),
      admin.get(`/api/applicationpermissions/apikeys/${client.id}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404])
    expect((await other.get(CLIENTS)).json()).toEqual([])
  })
})

describe('GET /api/applicationpermissions/oauthclients (listOAuthClients)', () => {
  test('returns the clients of the tenant by application name', async () => {
    const other = await server.tenant()
    for (const ApplicationName of ['Zoo', 'Alpha']) await create({}, { ApplicationName }, other)
    const rows: { ApplicationName: string }[] = (await other.get(CLIENTS)).json()
    expect(rows.map(({ ApplicationName }) => ApplicationName)).toEqual(['Alpha', 'Zoo'])
  })
})
