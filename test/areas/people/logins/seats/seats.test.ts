import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Seat } from '#contract/people/logins'
import { createLogin } from '#kernel/identity/logins'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { loginMails } from '#test/support/login-mails'
import { Browser, exchange, obtainCode, PASSWORD, registerClient, registerLogin, statusWith } from '#test/support/oauth'

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

describe('GET /api/seats (listSeats)', () => {
  test('lists the logins with access, with role and last sign-in, by name', async () => {
    const { email, id } = await open()
    const reader = await registerLogin(server, admin.tenant, 'Read only')
    await new Browser(server).signIn(email)
    await createLogin(server.database, {
      ...{
        tenantKey: admin.tenant.key,
        email: `first.${email}`,
        displayName: 'Aaron',
        password: PASSWORD,
        role: 'Staff',
      },
    })
    const found = await seats()
    expect(found.map(({ EmailAddress }) => EmailAddress)).toEqual([`first.${email}`, email, reader])
    expect(found.find(({ LoginId }) => LoginId === id)).toMatchObject({
      Name: 'Ada Lovelace',
      RoleName: 'Administrator',
      IsDisabled: false,
      LastSignInDate: expect.stringMatching(/Z$/),
    })
    const other = found.find(({ EmailAddress }) => EmailAddress === reader)
    expect(other).toMatchObject({ RoleName: 'Read only', LastSignInDate: null })
  })
})

describe('DELETE /api/seats/{loginId} (removeSeat)', () => {
  test('ends the tokens in this tenant only, and writes the history', async () => {
    await open()
    const other = await server.tenant()
    const email = await registerLogin(server, admin.tenant, 'Staff')
    const id = await idOf(email)
    await createLogin(server.database, {
      ...{ tenantKey: other.tenant.key, email, displayName: 'Ada', password: PASSWORD, role: 'Administrator' },
    })
    const tokenIn = async (caller: TestCaller) => {
      const client = await registerClient(caller)
      const { code, verifier } = await obtainCode(server, client, email)
      return (await exchange(server, client, code, verifier)).json().access_token as string
    }
    const [here, there] = [await tokenIn(admin), await tokenIn(other)]
    expect((await admin.delete(`/api/seats/${id}`)).statusCode).toBe(200)
    expect([await statusWith(server, here), await statusWith(server, there)]).toEqual([401, 200])
    expect((await seats()).some(({ LoginId }) => LoginId === id)).toBe(false)
    expect((await admin.delete(`/api/seats/${id}`)).statusCode).toBe(404)
    const entries = await server.database.system.auditEntry.findMany({
      where: { tenantId: admin.tenant.id, entity: 'seat', entityId: id },
    })
    expect(entries.map(({ action }) => action)).toEqual(['deleted'])
  })

  test('never removes the last administrator, also if two are removed at once', async () => {
    const { id } = await open()
    const last = await admin.delete(`/api/seats/${id}`)
    expect([last.statusCode, last.json().code]).toEqual([409, 'last-administrator'])
    for (let round = 0; round < 3; round++) {
      const [{ LoginId: first } = { LoginId: 0 }] = await seats()
      const second = await idOf(await registerLogin(server, admin.tenant))
      const answers = await Promise.all([first, second].map((one) => admin.delete(`/api/seats/${one}`)))
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
      expect(await seats()).toHaveLength(1)
    }
  })

  test('does not count a disabled administrator', async () => {
    const { id } = await open()
    const disabled = await idOf(await registerLogin(server, admin.tenant))
    expect((await platform.post(`/api/seats/${disabled}/disable`)).statusCode).toBe(200)
    expect((await admin.delete(`/api/seats/${id}`)).json().code).toBe('last-administrator')
    expect((await admin.delete(`/api/seats/${disabled}`)).statusCode).toBe(200)
  })
})

describe('POST /api/seats/{loginId}/resetpassword (resetSeatPassword)', () => {
  test('mails a link, and none to a disabled login', async () => {
    const { email, id } = await open()
    expect((await admin.post(`/api/seats/${id}/resetpassword`)).statusCode).toBe(200)
    const mails = await loginMails(server, email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Set a new password'])
    const other = await idOf(await registerLogin(server, admin.tenant))
    await platform.post(`/api/seats/${other}/disable`)
    expect((await admin.post(`/api/seats/${other}/resetpassword`)).json().code).toBe('login-disabled')
  })
})

describe('POST /api/seats/{loginId}/resetsecondfactor (resetSecondFactor)', () => {
  test('removes the passkeys of a login, and requires the scope platform', async () => {
    const { id } = await open()
    const passkey = { loginId: id, credentialId: `key-${id}`, publicKey: Buffer.alloc(4), counter: 0n, name: 'Key' }
    await server.database.system.loginPasskey.create({ data: { ...passkey, createdAt: new Date() } })
    expect((await seats())[0]?.HasSecondFactor).toBe(true)
    expect((await admin.post(`/api/seats/${id}/resetsecondfactor`)).statusCode).toBe(403)
    expect((await platform.post('/api/seats/2147480000/resetsecondfactor')).statusCode).toBe(404)
    expect((await platform.post(`/api/seats/${id}/resetsecondfactor`)).statusCode).toBe(200)
    expect((await seats())[0]?.HasSecondFactor).toBe(false)
  })
})

describe('POST /api/seats/{loginId}/disable (disableLogin)', () => {
  test('ends sessions and tokens in every tenant, and requires the scope platform', async () => {
    await open()
    const email = await registerLogin(server, admin.tenant)
    const id = await idOf(email)
    const browser = new Browser(server)
    await browser.signIn(email)
    expect((await admin.post(`/api/seats/${id}/disable`)).statusCode).toBe(403)
    expect((await platform.post(`/api/seats/${id}/disable`)).statusCode).toBe(200)
    expect((await browser.open('/account')).statusCode).toBe(303)
    expect((await new Browser(server).signIn(email)).statusCode).toBe(422)
    expect((await seats()).find(({ LoginId }) => LoginId === id)?.IsDisabled).toBe(true)
  })

  test('never disables the last administrator of any of its tenants', async () => {
    const { email, id } = await open()
    await registerLogin(server, admin.tenant)
    const other = await server.tenant()
    await createLogin(server.database, {
      ...{ tenantKey: other.tenant.key, email, displayName: 'Ada', password: PASSWORD, role: 'Administrator' },
    })
    expect((await platform.post(`/api/seats/${id}/disable`)).json().code).toBe('last-administrator')
  })
})

describe('POST /api/seats/{loginId}/enable (enableLogin)', () => {
  test('lets the person sign in again', async () => {
    await open()
    const email = await registerLogin(server, admin.tenant)
    const id = await idOf(email)
    await platform.post(`/api/seats/${id}/disable`)
    expect((await admin.post(`/api/seats/${id}/enable`)).statusCode).toBe(403)
    expect((await platform.post(`/api/seats/${id}/enable`)).statusCode).toBe(200)
    expect((await new Browser(server).signIn(email)).statusCode).toBe(303)
  })
})
