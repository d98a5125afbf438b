import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Seat } from '#contract/people/logins'
import { createLogin } from '#services/identity/logins'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import {
  Browser,
  exchange,
  obtainCode,
  PASSWORD,
  registerClient,
  registerLogin,
  statusWith,
} from '#test/support/identity/oauth'
import { loginMails } from '#test/support/people/login-mails'
import { staffTokens } from '#test/support/people/staff-tokens'

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
    const added = { email: `first.${email}`, displayName: 'Aaron', password: PASSWORD, role: 'Staff' }
    await createLogin(server.database, { tenantKey: admin.tenant.key, ...added })
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

describe('GET /api/seats/{loginId} (getSeat)', () => {
  test('returns the seat with its version, and 404 for the seat of another tenant', async () => {
    const { email, id } = await open()
    const answer = await admin.get(`/api/seats/${id}`)
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"1"'])
    expect(answer.json()).toMatchObject({ LoginId: id, AuditId: 1, EmailAddress: email, RoleName: 'Administrator' })
    expect((await (await server.tenant()).get(`/api/seats/${id}`)).statusCode).toBe(404)
  })
})

describe('POST /api/seats/{loginId} (saveSeat)', () => {
  const add = (body: object) => admin.post('/api/seats/0', { RoleName: 'Staff', Name: 'Grace Hopper', ...body })
  const eventsOf = (entityId: number) =>
    server.database.system.outboxEvent.findMany({
      where: { tenantId: admin.tenant.id, entity: 'seat', entityId },
      orderBy: { id: 'asc' },
    })

  test('adds a seat and a login, which gets a mail and sets its password itself', async () => {
    await open()
    const { ContactId } = (
      await admin.post('/api/contacts/person/0', { FirstName: 'Grace', LastName: 'Hopper' })
    ).json()
    const EmailAddress = ` Grace.${admin.tenant.key}@Staff.example `
    const email = EmailAddress.trim().toLowerCase()
    const added = await add({ EmailAddress, ContactId })
    expect(added.statusCode, added.body).toBe(200)
    expect([added.headers.etag, added.json()]).toEqual([
      '"1"',
      expect.objectContaining({
        EmailAddress: email,
        Name: 'Grace Hopper',
        RoleName: 'Staff',
        ContactId,
        LastSignInDate: null,
      }),
    ])
    const [mail] = await loginMails(server, email)
    expect([mail?.subject, mail?.text.includes('/forgot-password')]).toEqual([
      `You have access to ${admin.tenant.name}`,
      true,
    ])
    expect(mail?.text).not.toMatch(/reset-password/)
    const [event] = await eventsOf(added.json().LoginId)
    expect([event?.kind, event?.payload]).toEqual([
      'seat.created',
      { loginId: added.json().LoginId, roleName: 'Staff', contactId: ContactId },
    ])
    const again = await add({ EmailAddress })
    expect([again.statusCode, again.json().code]).toEqual([409, 'duplicate'])
  })

  test('gives a seat to a login that exists, and keeps its password and name elsewhere', async () => {
    const { email } = await open()
    const other = await server.tenant()
    const added = await other.post('/api/seats/0', { EmailAddress: email, Name: 'A. L.', RoleName: 'Read only' })
    expect([added.statusCode, added.json().Name]).toEqual([200, 'A. L.'])
    expect((await new Browser(server).signIn(email)).statusCode).toBe(303)
    expect((await seats())[0]?.Name).toBe('Ada Lovelace')
  })

  test('rejects a wrong address, name, role and contact', async () => {
    await open()
    const EmailAddress = `refused.${admin.tenant.key}@staff.example`
    const answers = [
      await add({ EmailAddress: 'nobody' }),
      await add({ EmailAddress, Name: '  ' }),
      await add({ EmailAddress, RoleName: 'Emperor' }),
      await add({ EmailAddress, ContactId: 2147480000 }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 422, 422])
    expect(answers.map((one) => one.json().errors[0].pointer)).toEqual([
      ...['/EmailAddress', '/Name', '/RoleName', '/ContactId'],
    ])
    expect(await server.database.system.login.count({ where: { email: EmailAddress } })).toBe(0)
  })

  test('changes the role with effect at once, by the version', async () => {
    await open()
    const staff = await staffTokens(server, admin, { role: 'Staff' })
    const url = `/api/seats/${staff.id}`
    expect((await staff.get('/api/contacts')).statusCode).toBe(200)
    expect((await admin.post(url, { AuditId: 9, RoleName: 'Read only' })).json().code).toBe('stale-audit-id')
    expect((await admin.post(url, { RoleName: 'Read only' })).json().code).toBe('stale-audit-id')
    const stale = await admin.post(url, { RoleName: 'Read only' }, { 'if-match': '"7"' })
    expect(stale.statusCode).toBe(412)
    const changed = await admin.post(url, { AuditId: 1, RoleName: 'Read only' })
    expect([changed.statusCode, changed.json().RoleName, changed.headers.etag]).toEqual([200, 'Read only', '"2"'])
    expect((await staff.post('/api/contacts/person/0', { LastName: 'Hopper' })).statusCode).toBe(403)
    const same = await admin.post(url, { AuditId: 2, RoleName: 'Read only' })
    expect(same.json().AuditId).toBe(2)
    expect((await eventsOf(staff.id)).map(({ kind, auditId }) => [kind, auditId])).toEqual([['seat.updated', 2]])
  })

  test('never takes the role of the last administrator, and no role of the platform from an administrator', async () => {
    const { id } = await open()
    const last = await admin.post(`/api/seats/${id}`, { AuditId: 1, RoleName: 'Staff' })
    expect([last.statusCode, last.json().code]).toEqual([409, 'last-administrator'])
    const { id: tenantId } = admin.tenant
    await server.database.system.role.create({ data: { tenantId, name: 'Operator', scopes: ['platform'] } })
    const body = { EmailAddress: `op.${admin.tenant.key}@staff.example`, RoleName: 'Operator' }
    const refused = await add(body)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient-scope'])
    const granted = await platform.post('/api/seats/0', { ...body, Name: 'Operator' })
    expect(granted.statusCode, granted.body).toBe(200)
  })
})

describe('POST /api/seats/{loginId} (saveSeat), DELETE /api/seats/{loginId} (removeSeat): a seat of the platform', () => {
  test('is changed and removed by a caller with the scope platform only', async () => {
    await open()
    const tenantId = admin.tenant.id
    const role = { tenantId, name: 'Operator', scopes: ['admin', 'platform'] }
    await server.database.system.role.create({ data: role })
    const id = await idOf(await registerLogin(server, admin.tenant, 'Operator'))
    const save = (caller: TestCaller, body: object) => caller.post(`/api/seats/${id}`, { AuditId: 1, ...body })
    for (const refused of [
      await save(admin, { RoleName: 'Read only' }),
      await save(admin, { ContactId: 0 }),
      await admin.delete(`/api/seats/${id}`),
    ])
      expect([refused.statusCode, refused.json().code], refused.body).toEqual([403, 'insufficient-scope'])
    expect((await admin.get(`/api/seats/${id}`)).json()).toMatchObject({ RoleName: 'Operator', AuditId: 1 })
    expect((await save(platform, { RoleName: 'Read only' })).statusCode).toBe(200)
    expect((await admin.delete(`/api/seats/${id}`)).statusCode, 'no longer of the platform').toBe(200)
  })
})

describe('DELETE /api/seats/{loginId} (removeSeat)', () => {
  test('ends the tokens in this tenant only, and writes the history', async () => {
    await open()
    const other = await server.tenant()
    const email = await registerLogin(server, admin.tenant, 'Staff')
    const id = await idOf(email)
    const added = { email, displayName: 'Ada', password: PASSWORD, role: 'Administrator' }
    await createLogin(server.database, { tenantKey: other.tenant.key, ...added })
    const tokenIn = async (caller: TestCaller) => {
      const client = await registerClient(caller)
      const { code, verifier } = await obtainCode(server, client, email)
      return (await exchange(server, client, code, verifier)).json().access_token as string
    }
    const here = await tokenIn(admin)
    const there = await tokenIn(other)
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
    const { email, id } = await open()
    await new Browser(server).signIn(email)
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
    const added = { email, displayName: 'Ada', password: PASSWORD, role: 'Administrator' }
    await createLogin(server.database, { tenantKey: other.tenant.key, ...added })
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
