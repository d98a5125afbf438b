import { randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashToken, makeToken } from '#kernel/crypto/api-key'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { countQueries } from '#test/support/database/count-queries'
import { postAsClient, registerClient } from '#test/support/identity/oauth'
import { spellingsOf } from '#test/support/identity/spellings'

let server: TestApp
let admin: TestCaller
let token: string
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
  const client = await registerClient(admin)
  const answer = await postAsClient(server, '/oauth2/token', client, { grant_type: 'client_credentials' })
  token = answer.json().access_token
})
afterAll(() => server.close())

const ask = (headers: Record<string, string>) =>
  server.app.inject({ url: '/api/applicationpermissions/apikeys/checkforaccess', headers })
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const KEY = Buffer.alloc(32, 7)
const later = () => Math.floor(Date.now() / 1000) + 3600

/** A token of this server with other claims, signed with its key. */
const signed = (claims: object, typ = 'at+jwt', key = KEY) => {
  const own = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  return new SignJWT({ ...own, exp: later(), ...claims }).setProtectedHeader({ alg: 'HS256', typ }).sign(key)
}

/** An access token with its pieces replaced. */
const forged = {
  unsigned: () => `${part({ alg: 'none', typ: 'at+jwt' })}.${token.split('.')[1]}.`,
  'signed with another key': () => signed({}, 'at+jwt', Buffer.alloc(32, 1)),
  expired: () => signed({ exp: Math.floor(Date.now() / 1000) - 1 }),
  'of another type': () => signed({}, 'JWT'),
  'of another issuer': () => signed({ iss: 'https://evil.example' }),
  'without an issuer': () => signed({ iss: undefined }),
  'for another audience': () => signed({ aud: 'https://evil.example' }),
  'with other claims': () => `${token.split('.')[0]}.${part({ jti: 'x', exp: 9_999_999_999 })}.${token.split('.')[2]}`,
  'of no form': () => 'abc',
  'of great length': () => 'a'.repeat(6000),
}

describe('rejects a credential that cannot be valid without a query', () => {
  test.each(Object.entries(forged))('a token %s', async (_what, make) => {
    const bearer = await make()
    const { result, queries, systemQueries } = await countQueries(server.database, () =>
      ask({ authorization: `Bearer ${bearer}` }),
    )
    expect([result.statusCode, result.json().code]).toEqual([401, 'invalid-token'])
    expect(result.headers['www-authenticate']).toContain('error="invalid_token"')
    expect([queries, systemQueries]).toEqual([[], []])
  })

  test.each([
    ['a bad checksum', `${makeToken('ghk').slice(0, -1)}!`],
    ['one wrong letter', makeToken('ghk').replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))],
    ['the form of another token', makeToken('ghs')],
  ])('a key with %s', async (_what, key) => {
    const { result, queries, systemQueries } = await countQueries(server.database, () => ask({ 'x-api-key': key }))
    expect([result.statusCode, result.json().code]).toEqual([401, 'malformed-key'])
    expect([queries, systemQueries]).toEqual([[], []])
  })
})

test('a token made like the forged ones, with nothing replaced, is good', async () => {
  expect((await ask({ authorization: `Bearer ${await signed({})}` })).statusCode).toBe(200)
})

test('an access token has one spelling', async () => {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const others = [...spellingsOf(token), `${header}=.${payload}.${signature}`, `${header}.${payload}=.${signature}`]
  // A header of HTTP has no line breaks, and spaces end the credential.
  for (const other of others.filter((text) => !/\s/.test(text)))
    expect((await ask({ authorization: `Bearer ${other}` })).statusCode, other).toBe(401)
})

test('looks a valid credential up once and then caches it', async () => {
  await ask({ authorization: `Bearer ${token}` })
  const { result, queries, systemQueries } = await countQueries(server.database, () =>
    ask({ authorization: `Bearer ${token}` }),
  )
  expect(result.statusCode).toBe(200)
  expect([queries, systemQueries]).toEqual([[], []])
})

test.each([
  ['none', {}, 'unauthorized'],
  ['an unknown key', { 'x-api-key': makeToken('ghk') }, 'unknown-key'],
  ['another scheme', { authorization: 'Basic YTpi' }, 'malformed-authorization'],
  ['a scheme without a credential', { authorization: 'ApiKey' }, 'malformed-authorization'],
  ['two at once', { authorization: 'ApiKey a', 'x-api-key': 'b' }, 'two-credentials'],
  ['two keys in one header', { 'x-api-key': 'a, b' }, 'two-credentials'],
  ['a malformed key as bearer', { authorization: 'Bearer ghk_abc' }, 'malformed-key'],
])('returns 401 for %s, with what to do', async (_what, headers, code) => {
  const answer = await ask(headers as Record<string, string>)
  expect([answer.statusCode, answer.json().code]).toEqual([401, code])
  expect(answer.headers['www-authenticate']).toContain('ApiKey realm="guildhall"')
})

test.each<[string, (key: string) => Record<string, string>]>([
  ['Authorization: ApiKey', (key) => ({ authorization: `ApiKey ${key}` })],
  ['Authorization: Bearer', (key) => ({ authorization: `Bearer ${key}` })],
  ['X-Api-Key', (key) => ({ 'x-api-key': key })],
  ['ApiKey and X-Api-Key', (key) => ({ authorization: `ApiKey ${key}`, 'x-api-key': key })],
  ['Bearer and X-Api-Key', (key) => ({ authorization: `Bearer ${key}`, 'x-api-key': key })],
  ['X-Api-Key, twice', (key) => ({ 'x-api-key': `${key}, ${key}` })],
])('a key is one credential in %s', async (_form, headers) => {
  expect((await ask(headers(admin.key))).json()).toBe(true)
  expect(
    (await ask({ ...headers(admin.key), authorization: `Bearer ${token}`, 'x-api-key': admin.key })).statusCode,
  ).toBe(401)
})

test("a tenant's own credential can name its tenant, and no other", async () => {
  const other = await server.tenant()
  expect((await ask({ 'x-api-key': admin.key, 'x-tenant-key': admin.tenant.key })).statusCode).toBe(200)
  const refused = await ask({ 'x-api-key': admin.key, 'x-tenant-key': other.tenant.key })
  expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, 'header:X-Tenant-Key'])
})

describe('a key names its tenant', () => {
  const store = async (key: string) => {
    const { id: permissionId } = await server.database.system.applicationPermission.create({
      data: {
        tenantId: admin.tenant.id,
        kind: 'apikey',
        applicationName: 'Old',
        createdBy: 'system',
        scopes: ['admin'],
        secrets: { create: { hash: hashToken(key), hint: key.slice(-4) } },
      },
    })
    return permissionId
  }
  const statusOf = async (key: string) => (await ask({ authorization: `ApiKey ${key}` })).statusCode

  test('and one of an earlier version, which does not, remains valid', async () => {
    const key = makeToken('ghk')
    await store(key)
    expect(await statusOf(key)).toBe(200)
  })

  test('and is looked up only in that tenant', async () => {
    const { tenant } = await server.tenant()
    const key = makeToken('ghk', tenant.id)
    await store(key)
    expect(await statusOf(key)).toBe(401)
  })

  test('also a new one and a new client_id', async () => {
    const made = await admin.post('/api/applicationpermissions/apikeys/0', {
      ApplicationName: 'K',
      ApiKeyInfoJson: '{"Scopes":["contacts:read"]}',
    })
    const tenant = admin.tenant.id.toString(36)
    expect(made.json().ApiKey).toMatch(new RegExp(`^ghk_${tenant}_[0-9A-Za-z]{36}$`))
    const { clientId, secret } = await registerClient(admin)
    expect([clientId, secret]).toEqual(
      ['ghi', 'ghs'].map((prefix) => expect.stringMatching(new RegExp(`^${prefix}_${tenant}_[0-9A-Za-z]{36}$`))),
    )
  })

  test('and a client_id of an earlier version remains valid', async () => {
    const client = await registerClient(admin)
    const clientId = randomUUID()
    await server.database.system.applicationPermission.updateMany({
      where: { clientId: client.clientId },
      data: { clientId },
    })
    const answer = await postAsClient(
      server,
      '/oauth2/token',
      { ...client, clientId },
      { grant_type: 'client_credentials' },
    )
    expect(answer.statusCode, answer.body).toBe(200)
  })
})
