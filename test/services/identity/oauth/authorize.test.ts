import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import {
  authorizeUrl,
  Browser,
  exchange,
  obtainCode,
  pkcePair,
  REDIRECT,
  registerClient,
  registerLogin,
  statusWith,
  type TestClient,
} from '#test/support/identity/oauth'

let server: TestApp
let admin: TestCaller
let client: TestClient
let email: string
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
  client = await registerClient(admin, { IsPublic: true })
  email = await registerLogin(server, admin.tenant)
})
afterAll(() => server.close())

const { challenge } = pkcePair()
const asked = (more: Record<string, string> = {}) =>
  authorizeUrl({
    client_id: client.clientId,
    redirect_uri: REDIRECT,
    code_challenge: challenge,
    state: 's t/1',
    ...more,
  })
const signedIn = async (who = email) => {
  const browser = new Browser(server)
  await browser.signIn(who)
  return browser
}

describe('the redirect URL', () => {
  test.each([
    ['one character more', `${REDIRECT}/`],
    ['one character less', REDIRECT.slice(0, -1)],
    ['another case', REDIRECT.replace('signed', 'Signed')],
    ['a query', `${REDIRECT}?x=1`],
    ['an encoded character', REDIRECT.replace('-', '%2D')],
    ['a default port', REDIRECT.replace('.example', '.example:443')],
  ])('with %s is rejected on a page, without redirecting', async (_what, redirect_uri) => {
    const answer = await server.app.inject(asked({ redirect_uri }))
    expect(answer.statusCode).toBe(400)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers.location).toBeUndefined()
    expect(answer.body).toContain('Member desk')
    expect(answer.body).toContain('not one that it has registered')
  })

  test('of a native app can have any port of its loopback address, and nothing else can differ', async () => {
    const { clientId } = await registerClient(
      admin,
      { IsPublic: true },
      { GlobalOAuthRedirectUrls: 'http://127.0.0.1:9999/cb' },
    )
    const statusOf = async (redirect_uri: string) =>
      (await server.app.inject(asked({ client_id: clientId, redirect_uri }))).statusCode
    for (const address of ['http://127.0.0.1:9999/cb', 'http://127.0.0.1:65535/cb', 'http://127.0.0.1/cb'])
      expect(await statusOf(address), address).toBe(303)
    for (const address of [
      'http://127.0.0.1:1234/other',
      'http://127.0.0.1:0/cb',
      'http://127.0.0.1:65536/cb',
      'http://127.0.0.1:99999/cb',
      'http://127.0.0.1:01234/cb',
      'http://localhost:9999/cb',
      'http://[::1]:9999/cb',
      'https://127.0.0.1:9999/cb',
      'http://127.0.0.1:1234@evil.example/cb',
      'http://127.0.0.1.evil.example/cb',
    ])
      expect(await statusOf(address), address).toBe(400)
  })

  test.each([
    ['an unknown client', { client_id: '3b0ec6f2-5b54-4b4e-9d1c-0a6f4d2f7e11' }],
    ['a client id of no form', { client_id: '<script>' }],
    ['no redirect URL', { redirect_uri: '' }],
  ])('%s is rejected on a page', async (_what, more) => {
    const answer = await server.app.inject(asked(more))
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
    expect(answer.body).not.toContain('<script>')
  })

  test('sent twice is rejected on a page', async () => {
    const answer = await server.app.inject(`${asked()}&redirect_uri=https%3A%2F%2Fevil.example`)
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
  })
})

describe('redirects a fault of the request to the client, with state and iss', () => {
  test.each([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no PKCE', { code_challenge: '' }, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without a method', { code_challenge_method: '' }, 'invalid_request'],
    ['a challenge that is not a hash', { code_challenge: 'short' }, 'invalid_request'],
    ['a scope beyond the client', { scope: 'platform' }, 'invalid_scope'],
    ['a scope that does not exist', { scope: 'contacts:read contacts:eat' }, 'invalid_scope'],
    ['a response mode of another kind', { response_mode: 'fragment' }, 'invalid_request'],
  ])('%s', async (_what, more, error) => {
    const answer = await server.app.inject(asked(more))
    expect(answer.statusCode).toBe(303)
    const location = new URL(String(answer.headers.location))
    expect(location.origin + location.pathname).toBe(REDIRECT)
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      error,
      state: 's t/1',
      iss: 'http://localhost:80',
    })
  })

  test('a parameter sent twice', async () => {
    const answer = await server.app.inject(`${asked()}&scope=a&scope=b`)
    expect(new URL(String(answer.headers.location)).searchParams.get('error')).toBe('invalid_request')
  })
})

describe('signing in and consenting', () => {
  test('redirects a user without a session to sign in, and then back to the same request', async () => {
    const browser = new Browser(server)
    const sent = await browser.open(asked())
    expect(sent.statusCode).toBe(303)
    const page = await browser.open(String(sent.headers.location))
    expect(page.headers['content-security-policy']).toContain("form-action 'self' https://desk.example")
    const back = await browser.submit('/sign-in', { email, password: 'correct horse battery staple' })
    expect([back.statusCode, back.headers.location]).toEqual([303, asked()])
  })

  test('the page states what workflows do by themselves with the rights', async () => {
    const browser = await signedIn()
    const page = async (scope: string) => (await browser.open(asked({ scope }))).body
    expect(await page('workflows:write mail:write groups:write')).toContain(
      'Automatic steps of workflows, for any number of contacts: write mail, change groups',
    )
    expect(await page('workflows:write')).toContain('Automatic steps of workflows: only waiting and branching')
    expect(await page('workflows:read mail:write')).not.toContain('Automatic steps')
  })

  test('the page names application, user, tenant, rights and redirect target, and runs no script', async () => {
    const browser = await signedIn()
    const page = await browser.open(asked({ scope: 'contacts:read contacts:write tasks:read' }))
    expect(page.statusCode).toBe(200)
    for (const text of [
      'Member desk',
      'Ada Lovelace',
      email,
      admin.tenant.name,
      'desk.example',
      'Contacts: see and change',
      'Tasks: see',
    ]) {
      expect(page.body).toContain(text)
    }
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self'; img-src data:; form-action/,
    )
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).not.toMatch(/<script|style="|\son\w+="|https?:\/\/(?!desk)/)
  })

  test('shows names as text, whatever they contain', async () => {
    const nasty = await registerClient(
      admin,
      { VendorName: '"><img src=x onerror=alert(1)>' },
      { ApplicationName: '<b>Bold</b>' },
    )
    const browser = await signedIn()
    const page = await browser.open(asked({ client_id: nasty.clientId }))
    expect(page.body).toContain('&lt;b&gt;Bold&lt;/b&gt;')
    expect(page.body).not.toContain('<img')
  })

  test('consent redirects with a single code, and is remembered', async () => {
    const mine = await registerLogin(server, admin.tenant)
    const browser = await signedIn(mine)
    await browser.open(asked())
    const allowed = await browser.submit(asked(), { decision: 'allow' })
    const location = new URL(String(allowed.headers.location))
    expect([...location.searchParams.keys()].sort()).toEqual(['code', 'iss', 'state'])
    expect(location.searchParams.get('state')).toBe('s t/1')
    expect((await browser.open(asked())).headers.location).toContain('code=ghc_')
    expect((await browser.open(asked({ scope: 'contacts:read' }))).headers.location).toContain('code=ghc_')
    const codes = await server.database.system.oAuthCode.findMany({ select: { hash: true } })
    expect(codes.map(({ hash }) => hash)).not.toContain(location.searchParams.get('code'))
  })

  test('a refusal is reported to the client', async () => {
    const browser = await signedIn(await registerLogin(server, admin.tenant))
    await browser.open(asked())
    const denied = await browser.submit(asked(), { decision: 'deny' })
    expect(denied.headers.location).toContain('error=access_denied')
  })

  test('a decision that another site forged is rejected', async () => {
    const browser = await signedIn(await registerLogin(server, admin.tenant))
    await browser.open(asked())
    const tenant = String(admin.tenant.id)
    const forged = await browser.submit(asked(), { decision: 'allow', tenant, form: 'x'.repeat(43) })
    expect([forged.statusCode, forged.headers.location]).toEqual([403, undefined])
    expect(forged.body).toContain('role="alert"')
  })

  test('a public client on the own machine requires consent every time', async () => {
    const loopback = 'http://127.0.0.1:8123/cb'
    const local = await registerClient(admin, { IsPublic: true }, { GlobalOAuthRedirectUrls: loopback })
    const browser = await signedIn()
    const url = asked({ client_id: local.clientId, redirect_uri: loopback })
    await browser.open(url)
    expect((await browser.submit(url, { decision: 'allow' })).headers.location).toContain('code=')
    expect((await browser.open(url)).statusCode).toBe(200)
  })
})

describe('the tenant of a token', () => {
  test('a login that is not staff of the tenant cannot consent', async () => {
    const other = await server.tenant()
    const browser = await signedIn(await registerLogin(server, other.tenant))
    const page = await browser.open(asked())
    expect(page.body).toContain('Nothing to allow here')
    const forged = await browser.submit(asked(), { decision: 'allow', tenant: String(admin.tenant.id) })
    expect(forged.headers.location).toBeUndefined()
  })

  test('a global client asks for the tenant, and the token works only there', async () => {
    const platform = await server.caller(admin.tenant, ['admin', 'platform'])
    const global = await registerClient(platform, {}, { IsGlobal: true })
    const other = await server.tenant()
    const third = await server.tenant()
    const both = await registerLogin(server, admin.tenant)
    await registerLogin(server, other.tenant, 'Read only', both)
    const browser = await signedIn(both)
    const { verifier, challenge: fresh } = pkcePair()
    const url = asked({ client_id: global.clientId, code_challenge: fresh })
    const page = await browser.open(url)
    expect(page.body).toContain('In which organization?')
    expect(page.body).not.toContain(third.tenant.name)
    expect((await browser.submit(url, { decision: 'allow' })).statusCode).toBe(422)
    expect((await browser.submit(url, { decision: 'allow', tenant: String(third.tenant.id) })).statusCode).toBe(422)
    const allowed = await browser.submit(url, { decision: 'allow', tenant: String(other.tenant.id) })
    const code = new URL(String(allowed.headers.location)).searchParams.get('code') ?? ''
    const answer = (await exchange(server, global, code, verifier)).json()
    expect(answer.tenant_key).toBe(other.tenant.key)
    expect(answer.scope.split(' ')).toContain('application-permissions:read')
    expect(answer.scope.split(' ')).not.toContain('application-permissions:write')
    expect(await statusWith(server, answer.access_token)).toBe(200)
    expect(await statusWith(server, answer.access_token, { 'x-tenant-key': admin.tenant.key })).toBe(400)
  })

  test('a token has no more scopes than the current role', async () => {
    const reader = await registerLogin(server, admin.tenant, 'Read only')
    const { code, verifier } = await obtainCode(server, client, reader, { scope: 'admin' })
    const token = (await exchange(server, client, code, verifier)).json().access_token
    expect(await statusWith(server, token)).toBe(200)
    const login = await server.database.system.login.findFirstOrThrow({ where: { email: reader } })
    await server.database.system.staff.deleteMany({ where: { loginId: login.id } })
    await server.app.credentialsSettled()
    expect(await statusWith(server, token)).toBe(401)
  })
})

test('the API accepts no cookie', async () => {
  const browser = await signedIn()
  const answer = await browser.open('/api/applicationpermissions/apikeys')
  expect(answer.statusCode).toBe(401)
})
