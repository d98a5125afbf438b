import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeToken } from '#kernel/auth/api-key'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { countQueries } from '#test/support/count-queries'
import { postAsClient, registerClient } from '#test/support/oauth'

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

/** An access token with its pieces replaced. */
const forged = {
  unsigned: () => `${part({ alg: 'none', typ: 'at+jwt' })}.${token.split('.')[1]}.`,
  'signed with another key': () =>
    new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setExpirationTime('1h')
      .sign(Buffer.alloc(32, 1)),
  expired: () =>
    new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
      .setExpirationTime(Math.floor(Date.now() / 1000) - 1)
      .sign(Buffer.alloc(32, 7)),
  'of another type': () =>
    new SignJWT({ jti: crypto.randomUUID() })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime('1h')
      .sign(Buffer.alloc(32, 7)),
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
])('returns 401 for %s, with what to do', async (_what, headers, code) => {
  const answer = await ask(headers as Record<string, string>)
  expect([answer.statusCode, answer.json().code]).toEqual([401, code])
  expect(answer.headers['www-authenticate']).toContain('ApiKey realm="guildhall"')
})

test("a tenant's own credential can name its tenant, and no other", async () => {
  const other = await server.tenant()
  expect((await ask({ 'x-api-key': admin.key, 'x-tenant-key': admin.tenant.key })).statusCode).toBe(200)
  const refused = await ask({ 'x-api-key': admin.key, 'x-tenant-key': other.tenant.key })
  expect([refused.statusCode, refused.json().errors[0].pointer]).toEqual([400, 'header:X-Tenant-Key'])
})
