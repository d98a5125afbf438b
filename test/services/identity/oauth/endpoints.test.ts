import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeToken } from '#kernel/crypto/api-key'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { countQueries } from '#test/support/database/count-queries'
import {
  exchange,
  obtainCode,
  postAsClient,
  refresh,
  registerClient,
  registerLogin,
  statusWith,
  type TestClient,
} from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
let client: TestClient
let publicClient: TestClient
let email: string
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
  client = await registerClient(admin)
  publicClient = await registerClient(admin, { IsPublic: true })
  email = await registerLogin(server, admin.tenant)
})
afterAll(() => server.close())

const signedInTokens = async (more: Record<string, string> = {}) => {
  const { code, verifier } = await obtainCode(server, client, email, more)
  return (await exchange(server, client, code, verifier)).json()
}

describe('client credentials', () => {
  test('return a token for the client, without a refresh token', async () => {
    const answer = await postAsClient(server, '/oauth2/token', client, {
      grant_type: 'client_credentials',
      scope: 'application-permissions:read',
    })
    expect(answer.json()).toMatchObject({ scope: 'application-permissions:read', expires_in: 3600 })
    expect(answer.json()).not.toHaveProperty('refresh_token')
    expect(await statusWith(server, answer.json().access_token)).toBe(200)
  })

  test.each([
    ['a public client', () => publicClient, {}, 400, 'unauthorized_client'],
    ['a scope beyond the client', () => client, { scope: 'platform' }, 400, 'invalid_scope'],
    ['a wrong secret', () => ({ ...client, secret: makeToken('ghs') }), {}, 401, 'invalid_client'],
    ['a secret of no form', () => ({ ...client, secret: 'guess' }), {}, 401, 'invalid_client'],
    ['an unknown client', () => ({ ...client, clientId: crypto.randomUUID() }), {}, 401, 'invalid_client'],
  ])('are rejected for %s', async (_what, by, form, status, error) => {
    const answer = await postAsClient(server, '/oauth2/token', by(), { grant_type: 'client_credentials', ...form })
    expect([answer.statusCode, answer.json().error]).toEqual([status, error])
    expect(Object.keys(answer.json())).toEqual(['error', 'error_description'])
    if (status === 401) expect(answer.headers['www-authenticate']).toContain('Basic')
  })

  test('of a global client name the tenant and respect the address list', async () => {
    const platform = await server.caller(admin.tenant, ['admin', 'platform'])
    const open = await registerClient(platform, {}, { IsGlobal: true })
    const grant = { grant_type: 'client_credentials' }
    expect((await postAsClient(server, '/oauth2/token', open, grant)).json().error).toBe('unauthorized_client')
    const restricted = await registerClient(platform, { IPAddressWhitelist: '127.0.0.1' }, { IsGlobal: true })
    const token = (await postAsClient(server, '/oauth2/token', restricted, grant)).json().access_token
    expect(await statusWith(server, token)).toBe(400)
    const other = await server.tenant()
    expect(await statusWith(server, token, { 'x-tenant-key': other.tenant.key })).toBe(200)
  })
})

describe('the endpoints', () => {
  const raw = (payload: string, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/oauth2/token',
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })

  test.each([
    ['an unknown grant', `grant_type=password&client_id=ID`, 'unsupported_grant_type'],
    ['the grant constructor', `grant_type=constructor&client_id=ID`, 'unsupported_grant_type'],
    ['no grant', 'client_id=ID', 'invalid_request'],
    ['a repeated parameter', 'grant_type=refresh_token&client_id=ID&client_id=ID', 'invalid_request'],
    ['a NUL character', 'grant_type=refresh_token&client_id=ID&refresh_token=%00', 'invalid_request'],
  ])('reject %s in the format of RFC 6749', async (_what, form, error) => {
    const answer = await raw(form.replaceAll('ID', publicClient.clientId))
    expect([answer.statusCode, answer.json().error]).toEqual([400, error])
    expect(answer.json().error_description).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
  })

  test('reject JSON, and credentials that are sent twice', async () => {
    const json = await raw('{"grant_type":"refresh_token"}', { 'content-type': 'application/json' })
    expect([json.statusCode, json.json().error]).toEqual([415, 'invalid_request'])
    const basic = `Basic ${Buffer.from(`${client.clientId}:${client.secret}`).toString('base64')}`
    const twice = await raw(`grant_type=client_credentials&client_secret=${client.secret}`, { authorization: basic })
    expect(twice.json().error).toBe('invalid_request')
    const posted = await raw(
      `grant_type=client_credentials&client_id=${client.clientId}&client_secret=${client.secret}`,
    )
    expect(posted.statusCode).toBe(200)
  })

  test('run no query for a forged credential', async () => {
    const { queries, systemQueries } = await countQueries(server.database, async () => {
      await raw('grant_type=client_credentials&client_id=nobody&client_secret=ghs_no')
      await postAsClient(
        server,
        '/oauth2/token',
        { ...client, secret: `${client.secret?.slice(0, -1)}!` },
        { grant_type: 'client_credentials' },
      )
    })
    expect([queries, systemQueries.filter((tag) => tag.startsWith('SELECT'))]).toEqual([[], []])
  })

  test('can be called from a browser by the pages of a registered client, and by no others', async () => {
    await registerClient(admin, { IsPublic: true, CorsOrigins: ['https://desk.example'] })
    const allowed = async (origin: string) =>
      (await raw('grant_type=refresh_token', { origin })).headers['access-control-allow-origin']
    expect([await allowed('https://desk.example'), await allowed('https://evil.example')]).toEqual([
      'https://desk.example',
      undefined,
    ])
  })

  test('describe the server (RFC 8414)', async () => {
    const facts = (await server.app.inject('/.well-known/oauth-authorization-server')).json()
    expect(facts).toMatchObject({
      issuer: 'http://localhost:80',
      token_endpoint: 'http://localhost:80/oauth2/token',
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(facts.scopes_supported).toContain('contacts:read')
  })

  test('name the scopes that operations and rules require, and no others', async () => {
    const { scopes_supported } = (await server.app.inject('/.well-known/oauth-authorization-server')).json()
    const required = server.app.servedRoutes.map(({ config }) => config?.scope).filter((scope) => scope)
    expect(scopes_supported.toSorted()).toEqual([...new Set(['admin', 'platform', ...required])].toSorted())
  })
})

describe('revocation (RFC 7009) and introspection (RFC 7662)', () => {
  const revoke = (by: TestClient, token: string) => postAsClient(server, '/oauth2/revoke', by, { token })
  const introspect = async (by: TestClient, token: string) =>
    (await postAsClient(server, '/oauth2/introspect', by, { token })).json()

  test('a revoked access token ends immediately, and its family stays valid', async () => {
    const { access_token } = await signedInTokens()
    expect(await statusWith(server, access_token)).toBe(200)
    const answer = await revoke(client, access_token)
    expect([answer.statusCode, answer.body]).toEqual([200, ''])
    expect(await statusWith(server, access_token)).toBe(401)
  })

  test('a revoked refresh token ends the whole family', async () => {
    const first = await signedInTokens()
    const second = (await refresh(server, client, first.refresh_token)).json()
    await revoke(client, second.refresh_token)
    expect(await Promise.all([first, second].map(({ access_token }) => statusWith(server, access_token)))).toEqual([
      401, 401,
    ])
  })

  test("another client's token stays valid, and nothing is reported about it", async () => {
    const { access_token, refresh_token } = await signedInTokens()
    const stranger = await registerClient(admin)
    for (const token of [access_token, refresh_token, 'ghr_nothing', '']) {
      expect((await revoke(stranger, token)).statusCode).toBe(token === '' ? 400 : 200)
    }
    expect(await introspect(stranger, access_token)).toEqual({ active: false })
    expect(await statusWith(server, access_token)).toBe(200)
  })

  test('introspection returns the rights of a token', async () => {
    const { access_token, refresh_token } = await signedInTokens({ scope: 'contacts:read' })
    const facts = {
      active: true,
      client_id: client.clientId,
      scope: 'contacts:read',
      username: email,
      tenant_key: admin.tenant.key,
      iss: 'http://localhost:80',
    }
    const introspected = await introspect(client, access_token)
    expect(introspected).toMatchObject({ ...facts, token_type: 'Bearer' })
    expect(introspected.exp - introspected.iat).toBe(3600)
    expect(await introspect(client, refresh_token)).toMatchObject(facts)
    await revoke(client, refresh_token)
    expect(await introspect(client, access_token)).toEqual({ active: false })
    expect(await introspect(client, 'a.b.c')).toEqual({ active: false })
    const open = await postAsClient(server, '/oauth2/introspect', publicClient, { token: access_token })
    expect([open.statusCode, open.json().error]).toEqual([401, 'invalid_client'])
  })

  test("introspection of a client's own token names its tenant", async () => {
    const { access_token } = (
      await postAsClient(server, '/oauth2/token', client, { grant_type: 'client_credentials' })
    ).json()
    const facts = { active: true, sub: client.clientId, tenant_key: admin.tenant.key }
    expect(await introspect(client, access_token)).toMatchObject(facts)
  })

  test.each(['/oauth2/introspect', '/oauth2/revoke', '/oauth2/token'])(
    'a request to %s that does not authenticate a client is 401',
    async (url) => {
      const payload = 'token=ghr_nothing&grant_type=client_credentials'
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await server.app.inject({ method: 'POST', url, payload, headers })
      expect([answer.statusCode, answer.json().error]).toEqual([401, 'invalid_client'])
      expect(answer.headers['www-authenticate']).toContain('Basic')
    },
  )
})

describe('a server on a public address', () => {
  const PATHS = [
    ['GET', '/.well-known/oauth-authorization-server'],
    ['POST', '/oauth2/token'],
    ['GET', '/oauth2/authorize'],
    ['GET', '/sign-in'],
  ] as const
  const statusesOf = async (config: { host: string; publicUrl?: string }) => {
    const other = await buildTestApp({ url: server.url, config })
    const headers = { host: 'evil.example' }
    const answers = await Promise.all(PATHS.map(([method, url]) => other.app.inject({ method, url, headers })))
    await other.close()
    return answers
  }

  test.each(['0.0.0.0', '::', '192.0.2.7'])('has no OAuth and no sign-in at %s without PUBLIC_URL', async (host) => {
    const answers = await statusesOf({ host })
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503])
    for (const { body } of answers) expect(body).toContain('Set PUBLIC_URL.')
    expect(answers[1]?.json().error).toBe('temporarily_unavailable')
  })

  test('has both with PUBLIC_URL, in that name, and on loopback without it', async () => {
    const [metadata] = await statusesOf({ host: '0.0.0.0', publicUrl: 'https://guild.example' })
    expect(metadata?.json().issuer).toBe('https://guild.example')
    for (const host of ['localhost', '127.0.0.1', '::1'])
      expect((await statusesOf({ host }))[0]?.statusCode, host).toBe(200)
  })
})
