import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AllowedApplication } from '#contract/people/logins-own'
import { createLogin } from '#services/identity/logins'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { PASSWORD, refresh, statusWith } from '#test/support/identity/oauth'
import { addMember, memberTokens } from '#test/support/people/members'
import { callsWith, staffTokens } from '#test/support/people/staff-tokens'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

const URL = '/api/me/applications'

describe('GET /api/me/applications (listOwnApplications)', () => {
  test('lists what the person has allowed in this tenant, and marks the caller', async () => {
    const staff = await staffTokens(server, admin, { scopes: ['own-login:read', 'contacts:read'] })
    const second = await staffTokens(server, admin, { email: staff.email })
    const other = await server.tenant()
    const { email } = staff
    const seat = { tenantKey: other.tenant.key, displayName: 'Ada', password: PASSWORD, role: 'Staff' }
    await createLogin(server.database, { ...seat, email })
    await staffTokens(server, other, { email })
    const found: AllowedApplication[] = (await staff.get(URL)).json()
    expect(found.map(({ ClientId, IsCaller }) => [ClientId, IsCaller])).toEqual([
      [second.client.clientId, false],
      [staff.client.clientId, true],
    ])
    expect(found[1]).toMatchObject({ ApplicationName: 'Member desk', VendorName: null })
    expect(found[1]?.Scopes.sort()).toEqual(['contacts:read', 'own-login:read'])
  })

  test('returns 403 for a key, which is no person', async () => {
    const answer = await admin.get(URL)
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'person-needed'])
  })
})

describe('DELETE /api/me/applications/{clientId} (endOwnApplication)', () => {
  test('ends the consent and the tokens of one application only', async () => {
    const staff = await staffTokens(server, admin)
    const second = await staffTokens(server, admin, { email: staff.email })
    const strange = await staffTokens(server, admin)
    expect((await strange.delete(`${URL}/${second.client.clientId}`)).statusCode).toBe(404)
    expect((await staff.delete(`${URL}/${second.client.clientId}`)).statusCode).toBe(200)
    expect([await statusWith(server, staff.access), await statusWith(server, second.access)]).toEqual([200, 401])
    expect((await refresh(server, second.client, second.refresh)).statusCode).toBe(400)
    expect((await staff.get(URL)).json()).toHaveLength(1)
    expect((await staff.delete(`${URL}/nothing`)).statusCode).toBe(404)
  })

  test('ends the application of the request itself, of a member as well', async () => {
    const tokens = await memberTokens(server, admin, await addMember(admin))
    const member = callsWith(server, tokens.access)
    expect((await member.get(URL)).json()).toMatchObject([{ Scopes: ['self'], IsCaller: true }])
    expect((await member.delete(`${URL}/${tokens.client.clientId}`)).statusCode).toBe(200)
    expect((await member.get(URL)).statusCode).toBe(401)
  })
})
