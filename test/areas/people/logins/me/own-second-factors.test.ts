import { TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { MAX_PER_LOGIN } from '#services/identity/sign-in/throttle'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { forgetAddresses } from '#test/support/identity/attempts'
import { Browser, PASSWORD } from '#test/support/identity/oauth'
import { loginChanges } from '#test/support/people/login-mails'
import { addMember, memberTokens } from '#test/support/people/members'
import { callsWith, staffTokens } from '#test/support/people/staff-tokens'

let server: TestApp
let admin: TestCaller
const skew = { ms: 0 }
const now = () => new Date(Date.now() + skew.ms)
beforeAll(async () => {
  server = await buildTestApp({ clock: { now } })
  admin = await server.tenant()
})
afterEach(async () => {
  skew.ms = 0
  await forgetAddresses(server)
})
afterAll(() => server.close())

const URL = '/api/me/secondfactors'
const proof = { CurrentPassword: PASSWORD }
const codeOf = (secret: string): string => new TOTP({ secret }).generate({ timestamp: now().getTime() })

/** A login that has set up an app by the operations. */
const withApp = async () => {
  const staff = await staffTokens(server, admin)
  const begun = await staff.post(`${URL}/app`, proof)
  expect(begun.statusCode, begun.body).toBe(200)
  const { Secret: secret, Uri } = begun.json()
  const used = codeOf(secret)
  const confirmed = await staff.post(`${URL}/app/confirm`, { Code: used })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  return { staff, secret, used, uri: Uri as string, codes: confirmed.json().RecoveryCodes as string[] }
}
const addPasskey = ({ id: loginId }: { id: number }) =>
  server.database.system.loginPasskey.create({
    data: {
      loginId,
      credentialId: `key-${loginId}`,
      publicKey: Buffer.alloc(4),
      counter: 0n,
      name: 'Key',
      createdAt: now(),
    },
  })

describe('GET /api/me/secondfactors (getOwnSecondFactors)', () => {
  test('shows the factors of the login, and no secret', async () => {
    const { staff, secret } = await withApp()
    const { id } = await addPasskey(staff)
    const answer = await staff.get(URL)
    expect(answer.json()).toEqual({
      HasApp: true,
      Passkeys: [{ PasskeyId: id, Name: 'Key', LastUsedDate: null, CreatedDate: expect.stringMatching(/Z$/) }],
      RecoveryCodesLeft: 10,
    })
    expect(answer.body).not.toContain(secret)
  })

  test('is for logins of staff', async () => {
    const member = callsWith(server, (await memberTokens(server, admin, await addMember(admin))).access)
    expect((await member.get(URL)).json()).toMatchObject({ status: 403, code: 'person-needed' })
    expect((await admin.get(URL)).json().code).toBe('person-needed')
  })
})

describe('POST /api/me/secondfactors/app (beginAuthenticatorApp)', () => {
  test('requires the password, and asks for no code before the confirmation', async () => {
    const staff = await staffTokens(server, admin)
    const wrong = await staff.post(`${URL}/app`, { CurrentPassword: 'not my password' })
    expect([wrong.statusCode, wrong.json().code]).toEqual([422, 'wrong-password'])
    expect((await staff.post(`${URL}/app`, {})).statusCode).toBe(400)
    const first = await staff.post(`${URL}/app`, proof)
    const second = await staff.post(`${URL}/app`, proof)
    expect(first.json().Secret).not.toBe(second.json().Secret)
    expect((await staff.get(URL)).json().HasApp).toBe(false)
    expect((await staff.post(`${URL}/app/confirm`, { Code: codeOf(first.json().Secret) })).statusCode).toBe(422)
  })

  test('begins the replacement of an app, which remains valid until the first code of the new one', async () => {
    const { staff, secret, codes } = await withApp()
    expect((await staff.post(`${URL}/app`, proof)).json().code).toBe('wrong-code')
    const begun = await staff.post(`${URL}/app`, { ...proof, Code: codes[0] })
    expect(begun.statusCode, begun.body).toBe(200)
    const next: string = begun.json().Secret
    skew.ms = 60_000
    const renewed = await staff.post(`${URL}/recoverycodes`, { ...proof, Code: codeOf(secret) })
    expect(renewed.statusCode, 'the old app').toBe(200)
    const early = await staff.post(`${URL}/recoverycodes`, { ...proof, Code: codeOf(next) })
    expect(early.json().code, 'the new app').toBe('wrong-code')
    const confirmed = await staff.post(`${URL}/app/confirm`, { Code: codeOf(next) })
    expect([confirmed.statusCode, confirmed.json()]).toEqual([200, { RecoveryCodes: [] }])
    skew.ms = 150_000
    const old = await staff.post(`${URL}/app/remove`, { ...proof, Code: codeOf(secret) })
    expect(old.json().code).toBe('wrong-code')
    expect((await staff.post(`${URL}/app/remove`, { ...proof, Code: codeOf(next) })).statusCode).toBe(200)
    const subjects = (await loginChanges(server, staff.email)).map(({ subject }) => subject)
    expect(subjects).toContain('The authenticator app of your login was replaced')
  })
})

describe('POST /api/me/secondfactors/app/confirm (confirmAuthenticatorApp)', () => {
  test('returns recovery codes, ends the sessions, notifies, and the sign-in asks for a code', async () => {
    const { staff, uri, codes } = await withApp()
    expect([codes.length, new Set(codes).size]).toEqual([10, 10])
    expect(uri).toMatch(/^otpauth:\/\/totp\/Guildhall/)
    expect((await staff.get('/api/me/sessions')).json()).toEqual([])
    const answer = await new Browser(server).signIn(staff.email)
    expect(answer.headers.location).toBe('/sign-in/second-factor')
    const [notice] = await loginChanges(server, staff.email)
    expect(notice?.subject).toBe('An authenticator app was added to your login')
  })

  test('limits guesses', async () => {
    const staff = await staffTokens(server, admin)
    await staff.post(`${URL}/app`, proof)
    for (let n = 0; n < MAX_PER_LOGIN; n++)
      expect((await staff.post(`${URL}/app/confirm`, { Code: '000000' })).statusCode).toBe(422)
    const limited = await staff.post(`${URL}/app/confirm`, { Code: '000000' })
    expect([limited.statusCode, Number(limited.headers['retry-after'])]).toEqual([429, expect.any(Number)])
  })
})

describe('POST /api/me/secondfactors/app/remove (removeAuthenticatorApp)', () => {
  test('requires the password and a code, each of which works once', async () => {
    const { staff, secret, used } = await withApp()
    const without = await staff.post(`${URL}/app/remove`, proof)
    expect([without.statusCode, without.json().code, without.json().errors[0].pointer]).toEqual([
      422,
      'wrong-code',
      '/Code',
    ])
    // The code of the confirmation is used up.
    expect((await staff.post(`${URL}/app/remove`, { ...proof, Code: used })).statusCode).toBe(422)
    skew.ms = 60_000
    const wrong = { CurrentPassword: 'wrong password', Code: codeOf(secret) }
    expect((await staff.post(`${URL}/app/remove`, wrong)).json().code).toBe('wrong-password')
    expect((await staff.post(`${URL}/app/remove`, { ...proof, Code: codeOf(secret) })).statusCode).toBe(200)
    expect((await staff.get(URL)).json()).toMatchObject({ HasApp: false, RecoveryCodesLeft: 0 })
    const [notice] = await loginChanges(server, staff.email)
    expect(notice?.subject).toBe('The authenticator app was removed from your login')
  })
})

describe('POST /api/me/secondfactors/passkeys/{passkeyId}/remove (removePasskey)', () => {
  test('removes a passkey of the caller, and none of another login', async () => {
    const { staff, codes } = await withApp()
    const { id } = await addPasskey(staff)
    const other = await withApp()
    const url = `${URL}/passkeys/${id}/remove`
    expect((await other.staff.post(url, { ...proof, Code: other.codes[0] })).statusCode).toBe(404)
    expect((await staff.post(url, { ...proof, Code: codes[0] })).statusCode).toBe(200)
    expect((await staff.get(URL)).json()).toMatchObject({ HasApp: true, Passkeys: [], RecoveryCodesLeft: 9 })
    const subjects = (await loginChanges(server, staff.email)).map(({ subject }) => subject)
    expect(subjects).toContain('A passkey was removed from your login')
    expect(subjects).toContain('A recovery code was used to change your second factors')
  })
})

describe('POST /api/me/secondfactors/recoverycodes (renewRecoveryCodes)', () => {
  test('replaces the codes', async () => {
    const { staff, codes } = await withApp()
    const renewed = await staff.post(`${URL}/recoverycodes`, { ...proof, Code: codes[0] })
    const next: string[] = renewed.json().RecoveryCodes
    expect([next.length, next.filter((code) => codes.includes(code))]).toEqual([10, []])
    const old = await staff.post(`${URL}/recoverycodes`, { ...proof, Code: codes[1] })
    expect(old.json().code).toBe('wrong-code')
  })

  test('returns 409 without a second factor', async () => {
    const staff = await staffTokens(server, admin)
    const answer = await staff.post(`${URL}/recoverycodes`, proof)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'no-second-factor'])
  })
})
