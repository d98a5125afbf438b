import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MAX_PER_LOGIN } from '#services/identity/sign-in/throttle'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { forgetAddresses } from '#test/support/identity/attempts'
import { Browser, PASSWORD, registerLogin, statusWith } from '#test/support/identity/oauth'
import { loginChanges, loginMails, mailedConfirmation, mailedReset } from '#test/support/people/login-mails'
import { addMember, memberTokens } from '#test/support/people/members'
import { callsWith, staffTokens } from '#test/support/people/staff-tokens'
import { expectShape } from '#test/support/server/contract-shape'

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

const URL = '/api/me/emailaddress'
let count = 0
const fresh = () => `new${++count}.${admin.tenant.key}@staff.example`
const change = (EmailAddress: string, more: object = {}) => ({ EmailAddress, CurrentPassword: PASSWORD, ...more })

describe('POST /api/me/emailaddress (changeOwnEmailAddress)', () => {
  test('mails a link to the new address, which changes it in a session of the login', async () => {
    const staff = await staffTokens(server, admin, { role: 'Read only', scopes: ['own-login:write', 'own-login:read'] })
    const session = new Browser(server)
    await session.signIn(staff.email)
    const email = fresh()
    const asked = await staff.post(URL, change(` ${email.toUpperCase()} `))
    expect(asked.json()).toEqual({
      EmailAddress: staff.email,
      PendingEmailAddress: email,
      ExpiresDate: expect.stringMatching(/Z$/),
    })
    expectShape('changeOwnEmailAddress', asked.json())
    expect((await staff.get(URL)).json()).toEqual(asked.json())
    const link = (await mailedConfirmation(server, email)) ?? ''
    expect((await session.open(link)).body).toContain(`<strong>${email}</strong>`)
    expect((await staff.get(URL)).json().EmailAddress, 'opening the link changes nothing').toBe(staff.email)
    const done = await session.submit(link, {})
    expect([done.statusCode, done.headers.location]).toEqual([303, '/account/email'])
    expect((await session.open('/account/email')).body).toContain(`You sign in with ${email} from now on.`)
    const after = { EmailAddress: email, PendingEmailAddress: null, ExpiresDate: null }
    expect((await staff.get(URL)).json(), 'the token remains').toEqual(after)
    expect((await new Browser(server).signIn(staff.email)).statusCode).toBe(422)
    expect((await new Browser(server).signIn(email)).statusCode).toBe(303)
    expect((await loginChanges(server, staff.email)).map(({ subject }) => subject)).toEqual([
      'The address of your login was changed',
      'Another address was requested for your login',
    ])
  })

  test('shows the new address in every tenant of the login, with its history', async () => {
    const other = await server.tenant()
    const email = await registerLogin(server, admin.tenant)
    await other.post('/api/seats/0', { EmailAddress: email, Name: 'Ada', RoleName: 'Administrator' })
    const staff = await staffTokens(server, admin, { email })
    const wanted = fresh()
    await staff.post(URL, change(wanted))
    const session = new Browser(server)
    await session.signIn(email)
    const link = (await mailedConfirmation(server, wanted)) ?? ''
    await session.open(link)
    await session.submit(link, {})
    for (const caller of [admin, other]) {
      expect((await caller.get(`/api/seats/${staff.id}`)).json()).toMatchObject({ EmailAddress: wanted, AuditId: 2 })
      const [entry] = await server.database.system.auditEntry.findMany({
        where: { tenantId: caller.tenant.id, entity: 'seat', entityId: staff.id, auditId: 2 },
      })
      expect(entry).toMatchObject({ actor: `login:${staff.id}`, changes: { EmailAddress: wanted } })
    }
  })

  test('ends the links for a new password that were mailed to the former address', async () => {
    const staff = await staffTokens(server, admin)
    const browser = new Browser(server)
    await browser.open('/forgot-password')
    await browser.submit('/forgot-password', { email: staff.email })
    const reset = (await mailedReset(server, staff.email)) ?? ''
    const email = fresh()
    await staff.post(URL, change(email))
    await browser.signIn(staff.email)
    const link = (await mailedConfirmation(server, email)) ?? ''
    expect((await server.app.inject({ url: reset })).statusCode, 'until the change').toBe(200)
    await browser.open(link)
    await browser.submit(link, {})
    expect((await server.app.inject({ url: reset })).statusCode).toBe(410)
  })

  test('does not disclose that another login has the address: only its owner is notified', async () => {
    const staff = await staffTokens(server, admin)
    const taken = await registerLogin(server, (await server.tenant()).tenant)
    const [known, unknown] = [await staff.post(URL, change(taken)), await staff.post(URL, change(fresh()))]
    expect([known.statusCode, Object.keys(known.json())]).toEqual([unknown.statusCode, Object.keys(unknown.json())])
    await staff.post(URL, change(taken))
    expect(await mailedConfirmation(server, taken)).toBeUndefined()
    const [notice] = await loginMails(server, taken)
    expect([notice?.subject, notice?.text.includes(staff.email)]).toEqual(['Your address is in use already', false])
  })

  test('replaces an earlier request, whose link no longer works', async () => {
    const staff = await staffTokens(server, admin)
    const [first, second] = [fresh(), fresh()]
    await staff.post(URL, change(first))
    const old = (await mailedConfirmation(server, first)) ?? ''
    await staff.post(URL, change(second))
    const browser = new Browser(server)
    await browser.signIn(staff.email)
    expect((await browser.open(old)).statusCode).toBe(410)
    expect((await browser.open((await mailedConfirmation(server, second)) ?? '')).statusCode).toBe(200)
  })

  test('rejects what is not an address, the current one, a wrong password and a missing code', async () => {
    const staff = await staffTokens(server, admin)
    for (const address of ['none', 'a b@staff.example', staff.email.toUpperCase(), `${'x'.repeat(250)}@a.example`]) {
      const bad = await staff.post(URL, change(address))
      expect([address, bad.statusCode, bad.json().errors?.[0]?.pointer]).toEqual([address, 400, '/EmailAddress'])
    }
    const wrong = await staff.post(URL, change(fresh(), { CurrentPassword: 'not my password' }))
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'wrong-password'])
    const { id: loginId } = staff
    const passkey = { loginId, credentialId: `mail-${loginId}`, publicKey: Buffer.alloc(4), counter: 0n, name: 'Key' }
    await server.database.system.loginPasskey.create({ data: { ...passkey, createdAt: new Date() } })
    const email = fresh()
    const without = await staff.post(URL, change(email))
    expect([without.statusCode, without.json().code]).toEqual([422, 'wrong-code'])
    expect((await staff.get(URL)).json().PendingEmailAddress).toBeNull()
    expect(await loginMails(server, email)).toEqual([])
  })

  test('limits the mails to new addresses', async () => {
    const staff = await staffTokens(server, admin)
    for (let n = 0; n < MAX_PER_LOGIN; n++) expect((await staff.post(URL, change(fresh()))).statusCode).toBe(200)
    const limited = await staff.post(URL, change(fresh()))
    expect([limited.statusCode, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
  })

  test('uses up no recovery code for a request over the limit', async () => {
    const staff = await staffTokens(server, admin)
    for (let n = 0; n < MAX_PER_LOGIN; n++) await staff.post(URL, change(fresh()))
    const begun = await staff.post('/api/me/secondfactors/app', { CurrentPassword: PASSWORD })
    const code = new TOTP({ secret: begun.json().Secret }).generate()
    const confirmed = await staff.post('/api/me/secondfactors/app/confirm', { Code: code })
    const [Code] = confirmed.json().RecoveryCodes
    expect((await staff.post(URL, change(fresh(), { Code }))).statusCode).toBe(429)
    expect((await staff.get('/api/me/secondfactors')).json().RecoveryCodesLeft).toBe(10)
  })

  test('is for staff: a key is no person, and members have their address from staff', async () => {
    const key = await admin.post(URL, change(fresh()))
    expect([key.statusCode, key.json().code]).toEqual([403, 'person-needed'])
    const calls = callsWith(server, (await memberTokens(server, admin, await addMember(admin))).access)
    for (const answer of [await calls.get(URL), await calls.post(URL, change(fresh())), await calls.delete(URL)])
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'person-needed'])
    const reader = await staffTokens(server, admin, { scopes: ['own-login:read'] })
    expect((await reader.post(URL, change(fresh()))).json().code).toBe('insufficient-scope')
  })
})

describe('GET /api/me/emailaddress (getOwnEmailAddress)', () => {
  test('returns the address, and needs the scope of the own login', async () => {
    const staff = await staffTokens(server, admin)
    const answer = await staff.get(URL)
    expect(answer.json()).toEqual({ EmailAddress: staff.email, PendingEmailAddress: null, ExpiresDate: null })
    expectShape('getOwnEmailAddress', answer.json())
    expect((await admin.get(URL)).json().code).toBe('person-needed')
    expect((await server.app.inject({ url: URL })).statusCode).toBe(401)
  })
})

describe('DELETE /api/me/emailaddress (cancelOwnEmailAddressChange)', () => {
  test('cancels a change, whose link no longer works', async () => {
    const staff = await staffTokens(server, admin)
    const email = fresh()
    await staff.post(URL, change(email))
    const link = (await mailedConfirmation(server, email)) ?? ''
    for (let round = 0; round < 2; round++)
      expect((await staff.delete(URL)).json()).toMatchObject({ EmailAddress: staff.email, PendingEmailAddress: null })
    const browser = new Browser(server)
    await browser.signIn(staff.email)
    expect((await browser.open(link)).statusCode).toBe(410)
    expect(await statusWith(server, staff.access)).toBe(200)
    expect((await admin.delete(URL)).json().code).toBe('person-needed')
  })
})
