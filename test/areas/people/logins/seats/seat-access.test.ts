import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginSession } from '#contract/people/logins-own'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser, refresh, statusWith } from '#test/support/identity/oauth'
import { staffTokens } from '#test/support/people/staff-tokens'

let server: TestApp
let admin: TestCaller
let platform: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
  platform = await server.caller(admin.tenant, ['admin', 'platform'])
})
afterAll(() => server.close())

const signIn = async (email: string) => {
  const browser = new Browser(server)
  await browser.signIn(email)
  return browser
}
/** Gives a login a seat in another tenant, whose administrator is returned. */
const seatElsewhere = async (email: string): Promise<TestCaller> => {
  const other = await server.tenant()
  const seat = { EmailAddress: email, Name: 'Ada', RoleName: 'Administrator' }
  expect((await other.post('/api/seats/0', seat)).statusCode).toBe(200)
  return other
}
const sessionsOf = async (caller: TestCaller, id: number): Promise<LoginSession[]> =>
  (await caller.get(`/api/seats/${id}/sessions`)).json()
const isIn = async (browser: Browser) => (await browser.open('/account')).statusCode === 200

describe('GET /api/roles (listRoles)', () => {
  test('lists the roles of the tenant with their scopes', async () => {
    const found = (await admin.get('/api/roles')).json()
    expect(found.map(({ RoleName }: { RoleName: string }) => RoleName)).toEqual([
      ...['Administrator', 'Chapter owner', 'Read only', 'Staff'],
    ])
    expect(found[0]).toEqual({ RoleName: 'Administrator', Scopes: ['admin'], IsChapterLimited: false })
  })
})

describe('GET /api/seats/{loginId}/sessions (listSeatSessions)', () => {
  test('lists the sessions of a seat, with addresses only for the platform', async () => {
    const staff = await staffTokens(server, admin)
    const url = `/api/seats/${staff.id}/sessions`
    const [session]: LoginSession[] = (await admin.get(url)).json()
    expect(session).toMatchObject({ SessionId: expect.any(Number), Address: null })
    expect((await platform.get(url)).json()).toMatchObject([{ Address: '127.0.0.1' }])
    expect((await (await server.tenant()).get(url)).statusCode).toBe(404)
  })

  test('lists none of a login that has a seat elsewhere, to no administrator of a tenant', async () => {
    const staff = await staffTokens(server, admin)
    const other = await seatElsewhere(staff.email)
    expect([await sessionsOf(other, staff.id), await sessionsOf(admin, staff.id)]).toEqual([[], []])
    expect(await sessionsOf(platform, staff.id)).toHaveLength(1)
    expect((await other.delete(`/api/seats/${staff.id}`)).json().code).toBe('last-administrator')
    await staffTokens(server, other)
    expect((await other.delete(`/api/seats/${staff.id}`)).statusCode).toBe(200)
    expect(await sessionsOf(admin, staff.id)).toHaveLength(1)
  })

  test('lists none of a login with a role of the platform', async () => {
    const { id: tenantId } = admin.tenant
    await server.database.system.role.create({ data: { tenantId, name: 'Operator', scopes: ['admin', 'platform'] } })
    const staff = await staffTokens(server, admin, { role: 'Operator' })
    expect([await sessionsOf(admin, staff.id), (await sessionsOf(platform, staff.id)).length]).toEqual([[], 1])
  })
})

describe('DELETE /api/seats/{loginId}/sessions/{sessionId} (endSeatSession)', () => {
  test('ends a session of the seat, and none of another login', async () => {
    const staff = await staffTokens(server, admin)
    const other = await staffTokens(server, admin)
    const browser = await signIn(staff.email)
    const [newest]: LoginSession[] = (await admin.get(`/api/seats/${staff.id}/sessions`)).json()
    expect((await admin.delete(`/api/seats/${other.id}/sessions/${newest?.SessionId}`)).statusCode).toBe(404)
    expect(await isIn(browser)).toBe(true)
    expect((await admin.delete(`/api/seats/${staff.id}/sessions/${newest?.SessionId}`)).statusCode).toBe(200)
    expect(await isIn(browser)).toBe(false)
  })

  test('ends none of a login that has a seat elsewhere, except for the platform', async () => {
    const staff = await staffTokens(server, admin)
    const other = await seatElsewhere(staff.email)
    const browser = await signIn(staff.email)
    const [newest] = await sessionsOf(platform, staff.id)
    const url = `/api/seats/${staff.id}/sessions/${newest?.SessionId}`
    const refused = [await other.delete(url), await admin.delete(url)]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect(await isIn(browser)).toBe(true)
    expect((await platform.delete(url)).statusCode).toBe(200)
    expect(await isIn(browser)).toBe(false)
  })
})

describe('POST /api/seats/{loginId}/signout (signOutSeat)', () => {
  test('ends the sessions and the tokens', async () => {
    const staff = await staffTokens(server, admin)
    const browser = await signIn(staff.email)
    expect((await admin.post(`/api/seats/${staff.id}/signout`)).statusCode).toBe(200)
    expect([await isIn(browser), await statusWith(server, staff.access)]).toEqual([false, 401])
  })

  test('ends only the tokens of this tenant, and no session, if the login has a seat elsewhere', async () => {
    const staff = await staffTokens(server, admin)
    const { email } = staff
    const other = await seatElsewhere(email)
    const there = await staffTokens(server, other, { email })
    const browser = await signIn(email)
    expect((await admin.post(`/api/seats/${staff.id}/signout`)).statusCode).toBe(200)
    expect(await isIn(browser)).toBe(true)
    expect([await statusWith(server, staff.access), await statusWith(server, there.access)]).toEqual([401, 200])
    expect((await refresh(server, staff.client, staff.refresh)).statusCode).toBe(400)
    const where = { tenantId: admin.tenant.id, entity: 'seat', entityId: staff.id }
    const entries = await server.database.system.auditEntry.findMany({ where })
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([['updated', { signedOut: true }]])
    expect((await platform.post(`/api/seats/${staff.id}/signout`)).statusCode).toBe(200)
    expect(await isIn(browser)).toBe(false)
  })
})

describe('GET /api/seats/{loginId}/applications (listSeatApplications)', () => {
  test('lists what the person has allowed in this tenant', async () => {
    const staff = await staffTokens(server, admin, { scopes: ['contacts:read'] })
    const url = `/api/seats/${staff.id}/applications`
    expect((await admin.get(url)).json()).toMatchObject([
      { ClientId: staff.client.clientId, Scopes: ['contacts:read'], IsCaller: false },
    ])
    expect((await (await server.tenant()).get(url)).statusCode).toBe(404)
  })
})

describe('DELETE /api/seats/{loginId}/applications/{clientId} (endSeatApplication)', () => {
  test('ends the consent and the tokens', async () => {
    const staff = await staffTokens(server, admin)
    const url = `/api/seats/${staff.id}/applications/${staff.client.clientId}`
    expect((await admin.delete(url)).statusCode).toBe(200)
    expect(await statusWith(server, staff.access)).toBe(401)
    expect((await admin.delete(url)).statusCode).toBe(404)
  })
})
