import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MAX_PER_LOGIN } from '#services/identity/sign-in/throttle'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { forgetAddresses } from '#test/support/identity/attempts'
import { Browser, PASSWORD, refresh, statusWith } from '#test/support/identity/oauth'
import { loginChanges } from '#test/support/people/login-mails'
import { addMember, memberTokens } from '#test/support/people/members'
import { callsWith, staffTokens } from '#test/support/people/staff-tokens'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  // Tests of other files have used the same address.
  await forgetAddresses(server)
  admin = await server.tenant()
})
afterEach(() => forgetAddresses(server))
afterAll(() => server.close())

const URL = '/api/me/password'
const NEW = 'seven green lanterns'
const change = (CurrentPassword: string, NewPassword: string, Code?: string) => ({ CurrentPassword, NewPassword, Code })

describe('POST /api/me/password (changeOwnPassword)', () => {
  test('ends every session and token of the person, also that of the request, and notifies', async () => {
    const staff = await staffTokens(server, admin, { role: 'Read only', scopes: ['own-login:write'] })
    const browser = new Browser(server)
    await browser.signIn(staff.email)
    expect((await staff.post(URL, change(PASSWORD, NEW))).statusCode).toBe(200)
    expect((await browser.open('/account')).statusCode).toBe(303)
    expect(await statusWith(server, staff.access)).toBe(401)
    expect((await refresh(server, staff.client, staff.refresh)).statusCode).toBe(400)
    expect((await new Browser(server).signIn(staff.email)).statusCode).toBe(422)
    expect((await new Browser(server).signIn(staff.email, NEW)).statusCode).toBe(303)
    expect((await loginChanges(server, staff.email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ])
  })

  test('rejects a wrong password and a weak new one, and changes nothing', async () => {
    const staff = await staffTokens(server, admin)
    const wrong = await staff.post(URL, change('not my password', NEW))
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'wrong-password'])
    const weak = await staff.post(URL, change(PASSWORD, 'password1234'))
    expect([weak.statusCode, weak.json().errors[0].pointer]).toEqual([400, '/NewPassword'])
    expect((await staff.post(URL, { NewPassword: NEW })).statusCode).toBe(400)
    expect((await new Browser(server).signIn(staff.email)).statusCode).toBe(303)
  })

  test('counts guesses together with those of the sign-in page, and keeps no person out of a known browser', async () => {
    const staff = await staffTokens(server, admin)
    const known = new Browser(server)
    await known.signIn(staff.email)
    await known.open('/account')
    await known.submit('/sign-out', {})
    const guess = (n: number) => staff.post(URL, change(`wrong password ${n}`, NEW))
    for (let n = 0; n < MAX_PER_LOGIN / 2; n++) {
      expect((await guess(n)).statusCode).toBe(422)
      expect((await new Browser(server).signIn(staff.email, `wrong password ${n}`)).statusCode).toBe(422)
    }
    const limited = await staff.post(URL, change(PASSWORD, NEW))
    expect([limited.statusCode, limited.json().code]).toEqual([429, 'rate-limited'])
    expect((await new Browser(server).signIn(staff.email)).statusCode).toBe(429)
    expect((await known.signIn(staff.email)).statusCode).toBe(303)
  })

  test('counts no attempt with the right password, if the new one or the code is refused', async () => {
    const staff = await staffTokens(server, admin)
    for (let n = 0; n <= MAX_PER_LOGIN; n++)
      expect((await staff.post(URL, change(PASSWORD, 'password1234'))).statusCode).toBe(400)
    expect((await new Browser(server).signIn(staff.email)).statusCode).toBe(303)
  })

  test('counts guesses of the password of a member together with those of its sign-in page', async () => {
    const member = await addMember(admin)
    const tokens = await memberTokens(server, admin, member)
    const page = `/members/${admin.tenant.key}/password`
    await tokens.browser.open(page)
    await tokens.browser.submit(page, { password: PASSWORD })
    const calls = callsWith(server, (await memberTokens(server, admin, member)).access)
    const wrong = change('not my password', NEW)
    const statuses: number[] = []
    for (let n = 0; n <= MAX_PER_LOGIN; n++) statuses.push((await calls.post(URL, wrong)).statusCode)
    expect(statuses).toEqual(statuses.map((_, n) => (n < MAX_PER_LOGIN ? 422 : 429)))
    const signInPage = `/members/${admin.tenant.key}/sign-in`
    const fresh = new Browser(server)
    await fresh.open(signInPage)
    const refused = await fresh.submit(signInPage, { email: member.email, password: PASSWORD })
    expect(refused.statusCode).toBe(429)
  })

  test('requires a code if there is a second factor, and uses none up for a weak password', async () => {
    const staff = await staffTokens(server, admin)
    const { id: loginId } = staff
    const { system } = server.database
    const passkey = { loginId, credentialId: `key-${loginId}`, publicKey: Buffer.alloc(4), counter: 0n, name: 'Key' }
    await system.loginPasskey.create({ data: { ...passkey, createdAt: new Date() } })
    const without = await staff.post(URL, change(PASSWORD, NEW))
    expect([without.statusCode, without.json().code]).toEqual([422, 'wrong-code'])
    expect((await staff.post(URL, change(PASSWORD, NEW, '123456'))).json().code).toBe('wrong-code')
    expect((await staff.get('/api/me')).statusCode).toBe(200)
  })

  test('changes the password of a member, and needs the current one', async () => {
    const member = await addMember(admin)
    const tokens = await memberTokens(server, admin, member)
    const calls = callsWith(server, tokens.access)
    const none = await calls.post(URL, change(PASSWORD, NEW))
    expect([none.statusCode, none.json().code]).toEqual([422, 'wrong-password'])
    const page = `/members/${admin.tenant.key}/password`
    await tokens.browser.open(page)
    await tokens.browser.submit(page, { password: PASSWORD })
    const again = callsWith(server, (await memberTokens(server, admin, member)).access)
    expect((await again.post(URL, change(PASSWORD, NEW))).statusCode).toBe(200)
    expect((await again.get('/api/me')).statusCode).toBe(401)
  })

  test('returns 403 for a key, which is no person', async () => {
    const answer = await admin.post(URL, change(PASSWORD, NEW))
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'person-needed'])
  })
})
