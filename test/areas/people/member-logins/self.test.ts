import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addFirm, addMember, makeOwner, memberTokens } from '#test/support/people/members'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

describe('GET /api/self (getSelf)', () => {
  test('returns the member, and the contacts that it can act for now', async () => {
    const member = await addMember(admin, 8)
    const tokens = await memberTokens(server, admin, member)
    const before = (await tokens.get('/api/self')).json()
    expectShape('getSelf', before)
    expect(before).toMatchObject({
      ContactId: member.contactId,
      EmailAddress: member.email,
      TenantKey: admin.tenant.key,
      MembershipStatusTypeId: 8,
      IsMember: false,
      ActsFor: [],
    })
    const firm = await addFirm(admin)
    await makeOwner(admin, member.contactId, firm)
    const after = (await tokens.get('/api/self')).json()
    expect(after).toMatchObject({
      IsMember: true,
      ActsFor: [{ ContactId: firm, Name: 'Firm', SystemContactTypeId: 2 }],
    })
  })

  test('returns 403 not-a-member for an API key', async () => {
    const answer = await admin.get('/api/self')
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'not-a-member'])
  })
})

describe('POST /api/self/signout (signOutSelf)', () => {
  test('ends all sessions and tokens of the member', async () => {
    const member = await addMember(admin)
    const one = await memberTokens(server, admin, member)
    const other = await memberTokens(server, admin, member)
    const answer = await one.post('/api/self/signout')
    expect([answer.statusCode, answer.json()]).toEqual([200, {}])
    expect((await other.get('/api/self')).statusCode).toBe(401)
    const page = await other.browser.open(`/members/${admin.tenant.key}/sign-in`)
    expect(page.body).not.toContain('You are signed in')
  })
})
