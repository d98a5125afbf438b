import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Seat } from '#contract/people/logins'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser, registerLogin } from '#test/support/identity/oauth'
import { loginMails } from '#test/support/people/login-mails'

let server: TestApp
let admin: TestCaller
let platform: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

/** Each test has its own tenant, whose seats it counts. */
const open = async () => {
  admin = await server.tenant()
  platform = await server.caller(admin.tenant, ['admin', 'platform'])
  const email = await registerLogin(server, admin.tenant)
  return { email, id: await idOf(email) }
}
const idOf = async (email: string) => (await server.database.system.login.findFirstOrThrow({ where: { email } })).id
const seats = async (): Promise<Seat[]> => (await admin.get('/api/seats')).json()
const addPasskey = (loginId: number) => {
  const passkey = { loginId, credentialId: `key-${loginId}`, publicKey: Buffer.alloc(4), counter: 0n, name: 'Key' }
  return server.database.system.loginPasskey.create({ data: { ...passkey, createdAt: new Date() } })
}

describe('GET /api/seats (listSeats)', () => {
  test('does not show the sign-ins and second factor of a login of another tenant', async () => {
    const { email, id } = await open()
    await new Browser(server).signIn(email)
    await addPasskey(id)
    const other = await server.tenant()
    const fresh = `fresh.${email}`
    const answers = await Promise.all(
      [email, fresh].map((EmailAddress) =>
        other.post('/api/seats/0', { EmailAddress, Name: 'Ada Lovelace', RoleName: 'Administrator' }),
      ),
    )
    const unknown = { IsDisabled: false, HasSecondFactor: null, LastSignInDate: null }
    for (const answer of answers) expect(answer.json()).toMatchObject(unknown)
    expect((await other.get('/api/seats')).json()).toMatchObject([unknown, unknown])
    const every = await server.caller(other.tenant, ['admin', 'platform'])
    expect((await every.get(`/api/seats/${id}`)).json().HasSecondFactor).toBe(true)
    expect((await other.delete(`/api/seats/${id}`)).statusCode).toBe(200)
    expect((await seats())[0]).toMatchObject({ HasSecondFactor: true, LastSignInDate: expect.any(String) })
  })

  test('does not show sign-ins from before the seat', async () => {
    const email = await registerLogin(server, (await server.tenant()).tenant)
    await open()
    const { system } = server.database
    const id = await idOf(email)
    await system.login.update({ where: { id }, data: { lastSignInAt: new Date(Date.now() - 60_000) } })
    await system.staff.deleteMany({ where: { loginId: id } })
    const added = await admin.post('/api/seats/0', { EmailAddress: email, Name: 'Ada', RoleName: 'Staff' })
    expect(added.json()).toMatchObject({ LoginId: id, HasSecondFactor: null, LastSignInDate: null })
  })
})

describe('POST /api/seats/{loginId}/resetpassword (resetSeatPassword)', () => {
  test('mails nothing to a login that has a seat elsewhere, except for the platform', async () => {
    const { email, id } = await open()
    const other = await server.tenant()
    await other.post('/api/seats/0', { EmailAddress: email, Name: 'Ada', RoleName: 'Staff' })
    const url = `/api/seats/${id}/resetpassword`
    for (const refused of [await other.post(url), await admin.post(url)])
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'login-elsewhere'])
    const subjects = async () => (await loginMails(server, email)).map(({ subject }) => subject)
    expect(await subjects()).not.toContain('Set a new password')
    expect((await platform.post(url)).statusCode).toBe(200)
    expect(await subjects()).toContain('Set a new password')
  })
})
