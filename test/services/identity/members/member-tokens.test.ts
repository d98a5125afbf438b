import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import {
  authorizeUrl,
  Browser,
  obtainCode,
  pkcePair,
  postAsClient,
  REDIRECT,
  refresh,
  registerClient,
  registerLogin,
} from '#test/support/identity/oauth'
import { addMember, memberTokens, signInByLink } from '#test/support/people/members'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
// All requests come from one address.
beforeEach(() => server.database.system.signInThrottle.deleteMany())
afterAll(() => server.close())

describe('the tokens of a member', () => {
  test('have only the scope self, for the operations of members', async () => {
    const member = await addMember(admin)
    const tokens = await memberTokens(server, admin, member)
    const self = await tokens.get('/api/self')
    expect([self.statusCode, self.json().ContactId], self.body).toEqual([200, member.contactId])
    for (const url of ['/api/contacts', '/api/calendars/items', '/api/memberlogins'])
      expect([url, (await tokens.get(url)).statusCode]).toEqual([url, 403])
    const { detail } = (await tokens.get('/api/contacts')).json()
    expect(detail).toContain('Use the operations below /api/self')
    expect(detail).not.toContain('administrator')
    const described = (await postAsClient(server, '/oauth2/introspect', tokens.client, { token: tokens.access })).json()
    expect(described).toMatchObject({
      active: true,
      scope: 'self',
      username: member.email,
      tenant_key: admin.tenant.key,
      sub: `member:${member.memberLoginId}`,
    })
  })

  test('have no access to any operation of staff', async () => {
    const { access } = await memberTokens(server, admin, await addMember(admin))
    const closed = server.app.servedRoutes.filter(
      ({ config, method }) =>
        !config?.isPublic && !config?.acceptsMembers && config?.scope !== 'self' && method !== 'HEAD',
    )
    const forMembers = server.app.servedRoutes.filter(({ config }) => config?.acceptsMembers)
    expect([...new Set(forMembers.map(({ url }) => url))]).toEqual([
      ...['/api/me', '/api/me/password', '/api/me/sessions', '/api/me/sessions/:sessionId'],
      ...['/api/me/applications', '/api/me/applications/:clientId'],
    ])
    expect(closed.length).toBeGreaterThan(100)
    for (const { method, url } of closed) {
      const answer = await server.app.inject({
        method: [method].flat()[0] as 'GET',
        url: url.replace(/:(\w+)(\([^)]*\))?/g, '1').replace('*', 'x'),
        headers: { authorization: `Bearer ${access}` },
      })
      // Over the limit of requests, which also refuses.
      if (answer.statusCode !== 429)
        expect([method, url, answer.statusCode]).toEqual([method, url, answer.statusCode === 401 ? 401 : 403])
    }
  })

  test('are refreshed with rotation, and end when staff or the member signs out everywhere', async () => {
    const member = await addMember(admin)
    const tokens = await memberTokens(server, admin, member)
    const next = await refresh(server, tokens.client, tokens.refresh)
    expect([next.statusCode, next.json().scope]).toEqual([200, 'self'])
    expect((await refresh(server, tokens.client, tokens.refresh)).statusCode).toBe(400)
    const again = await memberTokens(server, admin, member)
    expect((await again.post('/api/self/signout')).statusCode).toBe(200)
    expect((await again.get('/api/self')).statusCode).toBe(401)
    expect((await refresh(server, again.client, again.refresh)).statusCode).toBe(400)
  })

  test('end if the login is disabled, gets another address, is deleted, or its contact is deleted', async () => {
    const url = ({ memberLoginId }: { memberLoginId: number }) => `/api/memberlogins/${memberLoginId}`
    const ways: ((member: Awaited<ReturnType<typeof addMember>>) => Promise<unknown>)[] = [
      (member) => admin.post(url(member), { AuditId: 1, IsDisabled: true }),
      (member) => admin.post(url(member), { AuditId: 1, EmailAddress: `new-${member.email}` }),
      (member) => admin.delete(url(member)),
      async ({ contactId }) => {
        const { AuditId } = (await admin.delete(`/api/contacts/${contactId}/99`)).json()
        await admin.delete(`/api/contacts/${contactId}/${AuditId}`)
      },
    ]
    for (const end of ways) {
      const member = await addMember(admin)
      const tokens = await memberTokens(server, admin, member)
      expect((await tokens.get('/api/self')).statusCode).toBe(200)
      await end(member)
      await server.app.credentialsSettled()
      expect((await tokens.get('/api/self')).statusCode).toBe(401)
      expect((await refresh(server, tokens.client, tokens.refresh)).statusCode).toBe(400)
    }
  })

  test('mean the winner after a merge', async () => {
    const member = await addMember(admin)
    const tokens = await memberTokens(server, admin, member)
    const winner = (await admin.post('/api/contacts/person/0', { FirstName: 'Win', LastName: 'Ner' })).json()
    const loser = (await admin.delete(`/api/contacts/${member.contactId}/99`)).json()
    const merged = await admin.post('/api/contacts/merge', {
      WinnerContactId: winner.ContactId,
      WinnerAuditId: winner.AuditId,
      LoserContactId: member.contactId,
      LoserAuditId: loser.AuditId,
    })
    expect(merged.statusCode, merged.body).toBe(200)
    expect(merged.json().Moved).toContainEqual({ Kind: 'memberLogins', Count: 1 })
    await server.app.credentialsSettled()
    expect((await tokens.get('/api/self')).json().ContactId).toBe(winner.ContactId)
  })
})

describe('authorization', () => {
  test('asks a member for consent once, on a page that names the tenant', async () => {
    const member = await addMember(admin)
    const client = await registerClient(admin, { Scopes: ['self'] })
    const browser = new Browser(server)
    const url = authorizeUrl({
      client_id: client.clientId,
      redirect_uri: REDIRECT,
      code_challenge: pkcePair().challenge,
    })
    const unknown = await browser.open(url)
    expect(unknown.headers.location).toBe(`/members/${admin.tenant.key}/sign-in?next=${encodeURIComponent(url)}`)
    await signInByLink(server, browser, admin.tenant.key, member.email)
    const asked = await browser.open(url)
    expect([asked.statusCode, asked.body.includes(admin.tenant.name)]).toEqual([200, true])
    expect(asked.body).toContain('as a member')
    expect((await browser.submit(url, { decision: 'allow' })).headers.location).toContain('code=')
    expect((await browser.open(url)).headers.location).toContain('code=')
  })

  test('gives self neither to staff, nor to a client itself, nor together with other scopes', async () => {
    const client = await registerClient(admin, { Scopes: ['contacts:read'] })
    // Earlier versions allowed a client to register both.
    await server.database.system.applicationPermission.updateMany({
      where: { clientId: client.clientId },
      data: { scopes: ['self', 'contacts:read'] },
    })
    const email = await registerLogin(server, admin.tenant)
    const both = await obtainCode(server, client, email, { scope: 'self contacts:read' })
    expect(both.location.searchParams.get('error')).toBe('invalid_scope')
    const browser = new Browser(server)
    await browser.signIn(email)
    const asked = { client_id: client.clientId, redirect_uri: REDIRECT, code_challenge: pkcePair().challenge }
    const answer = await browser.open(authorizeUrl({ ...asked, scope: 'self' }))
    expect(String(answer.headers.location)).toContain(`/members/${admin.tenant.key}/sign-in`)
    expect((await obtainCode(server, client, email)).location.searchParams.get('code')).toMatch(/^ghc_/)
    const own = await postAsClient(server, '/oauth2/token', client, { grant_type: 'client_credentials', scope: 'self' })
    expect([own.statusCode, own.json().error]).toEqual([400, 'invalid_scope'])
    const key = await server.caller(admin.tenant, ['admin'])
    expect((await key.get('/api/self')).json().code).toBe('not-a-member')
  })
})
