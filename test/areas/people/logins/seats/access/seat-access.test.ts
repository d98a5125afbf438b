import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoginSession } from '#contract/people/logins-own'
import { createLogin } from '#kernel/identity/logins'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser, PASSWORD, refresh, statusWith } from '#test/support/oauth'
import { staffTokens } from '#test/support/staff-tokens'

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
})

describe('POST /api/seats/{loginId}/signout (signOutSeat)', () => {
  test('ends the sessions, and the tokens of this tenant only', async () => {
    const other = await server.tenant()
    const staff = await staffTokens(server, admin)
    const { email } = staff
    await createLogin(server.database, {
      tenantKey: other.tenant.key,
      email,
      displayName: 'Ada',
      password: PASSWORD,
      role: 'Administrator',
    })
    const there = await staffTokens(server, other, { email })
    const browser = await signIn(email)
    expect((await admin.post(`/api/seats/${staff.id}/signout`)).statusCode).toBe(200)
    expect(await isIn(browser)).toBe(false)
    expect([await statusWith(server, staff.access), await statusWith(server, there.access)]).toEqual([401, 200])
    expect((await refresh(server, staff.client, staff.refresh)).statusCode).toBe(400)
    const where = { tenantId: admin.tenant.id, entity: 'seat', entityId: staff.id }
    const entries = await server.database.system.auditEntry.findMany({ where })
    expect(entries.map(({ action, changes }) => [action, changes])).toEqual([['updated', { signedOut: true }]])
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
