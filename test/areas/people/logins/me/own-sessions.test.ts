import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginSession } from '#contract/people/logins-own'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser } from '#test/support/identity/oauth'
import { addMember, memberTokens, signInByLink } from '#test/support/people/members'
import { callsWith, staffTokens } from '#test/support/people/staff-tokens'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const URL = '/api/me/sessions'
const isIn = async (browser: Browser) => (await browser.open('/account')).statusCode === 200
const signIn = async (email: string) => {
  const browser = new Browser(server)
  await browser.signIn(email)
  return browser
}

describe('GET /api/me/sessions (listOwnSessions)', () => {
  test('lists the sessions of the person that calls, and of no other', async () => {
    const staff = await staffTokens(server, admin, { scopes: ['own-login:read'], role: 'Read only' })
    await signIn(staff.email)
    await staffTokens(server, admin)
    const found: LoginSession[] = (await staff.get(URL)).json()
    expect(found).toHaveLength(2)
    expect(found[0]).toEqual({
      SessionId: expect.any(Number),
      Browser: expect.any(String),
      Address: '127.0.0.1',
      LastUsedDate: expect.stringMatching(/Z$/),
      CreatedDate: expect.stringMatching(/Z$/),
    })
  })

  test('lists the sessions of a member with the scope self', async () => {
    const member = await addMember(admin)
    const tokens = await memberTokens(server, admin, member)
    expect((await tokens.get(URL)).json()).toHaveLength(1)
    await signInByLink(server, new Browser(server), admin.tenant.key, member.email)
    expect((await tokens.get(URL)).json()).toHaveLength(2)
  })

  test('returns 403 for a key, which is no person, and for an application without the scope', async () => {
    const key = await admin.get(URL)
    expect([key.statusCode, key.json().code]).toEqual([403, 'person-needed'])
    const staff = await staffTokens(server, admin, { scopes: ['contacts:read'] })
    const lacking = await staff.get(URL)
    expect([lacking.statusCode, lacking.json().code]).toEqual([403, 'insufficient-scope'])
  })
})

describe('DELETE /api/me/sessions/{sessionId} (endOwnSession)', () => {
  test('ends a session, and none of another person', async () => {
    const staff = await staffTokens(server, admin)
    const other = await staffTokens(server, admin)
    const browser = await signIn(staff.email)
    const [newest]: LoginSession[] = (await staff.get(URL)).json()
    expect((await other.delete(`${URL}/${newest?.SessionId}`)).statusCode).toBe(404)
    expect(await isIn(browser)).toBe(true)
    expect((await staff.delete(`${URL}/${newest?.SessionId}`)).statusCode).toBe(200)
    expect(await isIn(browser)).toBe(false)
    expect((await staff.delete(`${URL}/${newest?.SessionId}`)).statusCode).toBe(404)
    expect((await staff.delete(`${URL}/9007199254740991`)).statusCode).toBe(404)
  })

  test('ends a session of a member', async () => {
    const member = await addMember(admin)
    const tokens = await memberTokens(server, admin, member)
    const calls = callsWith(server, tokens.access)
    const [session]: LoginSession[] = (await calls.get(URL)).json()
    expect((await calls.delete(`${URL}/${session?.SessionId}`)).statusCode).toBe(200)
    expect((await calls.get(URL)).json()).toEqual([])
  })
})

describe('DELETE /api/me/sessions (endOwnSessions)', () => {
  test('ends all sessions of the person, and leaves its tokens and the sessions of others', async () => {
    const staff = await staffTokens(server, admin)
    const other = await staffTokens(server, admin)
    const browser = await signIn(staff.email)
    const strange = await signIn(other.email)
    expect((await staff.delete(URL)).statusCode).toBe(200)
    expect([await isIn(browser), await isIn(strange)]).toEqual([false, true])
    expect((await staff.get(URL)).json()).toEqual([])
  })
})
