import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { Browser } from '#test/support/identity/oauth'
import { addMember, mailedLinks, memberTokens } from '#test/support/people/members'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let admin: TestCaller
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
})
afterAll(() => server.close())

let made = 0
const person = async (email?: string): Promise<number> => {
  const ContactList = email ? [{ Kind: 'email', Id: 0, Value: email, TypeId: 1, IsPrimary: true }] : []
  const answer = await admin.post('/api/contacts/person/0', {
    FirstName: 'Ada',
    LastName: `Login ${made++}`,
    ContactList,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().ContactId
}
/** The history and the events of a login, each with its version. */
const changesOf = async (entityId: number) => {
  const query = {
    where: { tenantId: admin.tenant.id, entity: 'memberlogin', entityId },
    orderBy: { id: 'asc' },
  } as const
  const history = await server.database.system.auditEntry.findMany(query)
  const events = await server.database.system.outboxEvent.findMany(query)
  return {
    history: history.map(({ action, auditId }) => `${action} ${auditId}`),
    events: events.map(({ kind, auditId }) => `${kind} ${auditId}`),
  }
}
const create = (body: object) => admin.post('/api/memberlogins/0', body)

describe('POST /api/memberlogins/{memberLoginId} (saveMemberLogin)', () => {
  test('creates a login with the primary email address of the contact', async () => {
    const contactId = await person('Ada.First@example.org')
    const answer = await create({ ContactId: contactId })
    expect([answer.statusCode, answer.headers.etag], answer.body).toEqual([200, '"1"'])
    expectShape('saveMemberLogin', answer.json())
    expect(answer.json()).toMatchObject({
      ContactId: contactId,
      EmailAddress: 'ada.first@example.org',
      IsDisabled: false,
      IsInvited: false,
      HasPassword: false,
      LastSignInDate: null,
      Actions: ['edit', 'invite', 'signout', 'delete'],
    })
  })

  test('rejects a second login of a contact, and an address that another login has', async () => {
    const member = await addMember(admin)
    expect((await create({ ContactId: member.contactId, EmailAddress: 'b@example.org' })).json().code).toBe('duplicate')
    const other = { ContactId: await person(), EmailAddress: member.email.toUpperCase() }
    expect((await create(other)).json().code).toBe('duplicate')
    const contactId = await person()
    const both = await Promise.all(
      ['c@example.org', 'd@example.org'].map((EmailAddress) => create({ ContactId: contactId, EmailAddress })),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const tenant = await server.tenant()
    const elsewhere = (await tenant.post('/api/contacts/person/0', { FirstName: 'A', LastName: 'B' })).json().ContactId
    const same = await tenant.post('/api/memberlogins/0', { ContactId: elsewhere, EmailAddress: member.email })
    expect(same.statusCode).toBe(200)
  })

  test('rejects organizations, contacts without an address, wrong addresses and another contact', async () => {
    const firm = (await admin.post('/api/contacts/org/0', { OrganizationName: 'Firm' })).json().ContactId
    const EmailAddress = 'firm@example.org'
    expect((await create({ ContactId: firm, EmailAddress })).json().code).toBe('unknown-reference')
    expect((await create({ EmailAddress })).json().code).toBe('unknown-reference')
    expect((await create({ ContactId: await person() })).json().code).toBe('email-needed')
    const wrong = await create({ ContactId: await person(), EmailAddress: 'not an address' })
    expect(wrong.json().errors).toMatchObject([{ pointer: '/EmailAddress' }])
    const { memberLoginId } = await addMember(admin)
    const moved = await admin.post(`/api/memberlogins/${memberLoginId}`, { AuditId: 1, ContactId: await person() })
    expect(moved.json().code).toBe('contact-fixed')
  })

  test('changes only what is sent, with the version that was read', async () => {
    const { memberLoginId, email } = await addMember(admin)
    const url = `/api/memberlogins/${memberLoginId}`
    expect((await admin.post(url, { IsDisabled: true })).json().code).toBe('stale-audit-id')
    const disabled = (await admin.post(url, { AuditId: 1, IsDisabled: true })).json()
    expect(disabled).toMatchObject({ AuditId: 2, IsDisabled: true, EmailAddress: email })
    expect((await admin.post(url, { AuditId: 2, IsDisabled: true })).json().AuditId).toBe(2)
    expect((await admin.post(`${url}/invite`)).json().code).toBe('login-disabled')
  })
})

describe('POST /api/memberlogins/{memberLoginId}/invite (inviteMember)', () => {
  test('mails a link that works for 7 days and lets the member set a password', async () => {
    const { memberLoginId, email } = await addMember(admin)
    const answer = await admin.post(`/api/memberlogins/${memberLoginId}/invite`)
    expectShape('inviteMember', answer.json())
    expect(answer.json()).toMatchObject({ AuditId: 2, IsInvited: true })
    const [link = ''] = await mailedLinks(server, email)
    const stored = await server.database.system.memberLink.findFirstOrThrow({
      where: { tenantId: admin.tenant.id, memberId: memberLoginId },
    })
    expect(stored.expiresAt.getTime() - stored.createdAt.getTime()).toBe(7 * 86_400_000)
    const browser = new Browser(server)
    await browser.open(link)
    await browser.submit(link, {})
    const page = `/members/${admin.tenant.key}/password`
    expect((await browser.open(page)).body).not.toContain('Current password')
  })

  test('is part of a creation with IsInvited', async () => {
    const made = (await create({ ContactId: await person('invited@example.org'), IsInvited: true })).json()
    expect(made.IsInvited).toBe(true)
    expect(await mailedLinks(server, 'invited@example.org')).toHaveLength(1)
  })
})

describe('an invitation to an address that gets no mail', () => {
  const suppress = async (Address: string, body: object) => {
    const answer = await admin.post('/api/mail/suppressions', { Address, ...body })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const optedOut = async (Value: string): Promise<number> => {
    const ContactList = [{ Kind: 'email', Id: 0, Value, TypeId: 1, IsPrimary: true, Status: 1 }]
    return (await admin.post('/api/contacts/person/0', { FirstName: 'Ada', LastName: 'Out', ContactList })).json()
      .ContactId
  }

  test.each(['bounced', 'complained'])('is refused: %s', async (Reason) => {
    const { memberLoginId, email } = await addMember(admin)
    await suppress(email, { Reason })
    const answer = await admin.post(`/api/memberlogins/${memberLoginId}/invite`)
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'mail-suppressed'])
    expect(answer.json().detail).toBe(`Mail to the address ${email} is suppressed: ${Reason}.`)
    expect((await admin.get(`/api/memberlogins/${memberLoginId}`)).json()).toMatchObject({
      AuditId: 1,
      IsInvited: false,
    })
    expect(await mailedLinks(server, email)).toEqual([])
  })

  test('is refused on creation too, which then creates nothing', async () => {
    const ContactId = await optedOut('out@example.org')
    const refused = await create({ ContactId, IsInvited: true })
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'mail-suppressed'])
    expect((await create({ ContactId })).json()).toMatchObject({ AuditId: 1, IsInvited: false })
  })

  test('is sent to an address that unsubscribed from a category', async () => {
    const { memberLoginId, email } = await addMember(admin)
    await suppress(email, { Category: 'newsletter' })
    expect((await admin.post(`/api/memberlogins/${memberLoginId}/invite`)).json().IsInvited).toBe(true)
    expect(await mailedLinks(server, email)).toHaveLength(1)
  })
})

describe('GET /api/memberlogins (listMemberLogins)', () => {
  test('finds logins by name and address, without those of deleted contacts', async () => {
    const { contactId, memberLoginId, email } = await addMember(admin)
    const find = async () => (await admin.get(`/api/memberlogins?Criteria=${email}`)).json()
    const listed = await find()
    expectShape('listMemberLogins', listed)
    expect(listed.Results).toMatchObject([{ MemberLoginId: memberLoginId, ContactId: contactId }])
    const { AuditId } = (await admin.delete(`/api/contacts/${contactId}/99`)).json()
    await admin.delete(`/api/contacts/${contactId}/${AuditId}`)
    expect((await find()).Results).toEqual([])
    expect((await admin.get(`/api/memberlogins/${memberLoginId}`)).statusCode).toBe(404)
  })
})

describe('GET /api/memberlogins/{memberLoginId} (getMemberLogin)', () => {
  test('returns a login with its version, without Actions for readers', async () => {
    const { memberLoginId } = await addMember(admin)
    const reader = await server.caller(admin.tenant, ['member-logins:read'])
    const answer = await reader.get(`/api/memberlogins/${memberLoginId}`)
    expectShape('getMemberLogin', answer.json())
    expect([answer.json().Actions, answer.headers.etag]).toEqual([[], '"1"'])
  })
})

describe('POST /api/memberlogins/{memberLoginId}/signout (signOutMember)', () => {
  test('raises the version', async () => {
    const { memberLoginId } = await addMember(admin)
    const answer = await admin.post(`/api/memberlogins/${memberLoginId}/signout`)
    expectShape('signOutMember', answer.json())
    expect([answer.json().AuditId, answer.headers.etag]).toEqual([2, '"2"'])
  })
})

describe('DELETE /api/memberlogins/{memberLoginId} (deleteMemberLogin)', () => {
  test('deletes the login, and keeps the contact', async () => {
    const { memberLoginId, contactId } = await addMember(admin)
    expect((await admin.delete(`/api/memberlogins/${memberLoginId}`, { 'if-match': '"5"' })).statusCode).toBe(412)
    expect((await admin.delete(`/api/memberlogins/${memberLoginId}`)).statusCode).toBe(200)
    expect((await admin.get(`/api/memberlogins/${memberLoginId}`)).statusCode).toBe(404)
    expect((await admin.get(`/api/contacts/PersonSummary/${contactId}`)).statusCode).toBe(200)
  })
})

describe('POST /api/contacts/merge (mergeContacts) of contacts with logins', () => {
  const merge = async (WinnerContactId: number, LoserContactId: number) => {
    const versions = await server.database.system.contact.findMany({
      where: { tenantId: admin.tenant.id, id: { in: [WinnerContactId, LoserContactId] } },
    })
    const versionOf = (id: number) => versions.find((contact) => contact.id === id)?.auditId
    const answer = await admin.post('/api/contacts/merge', {
      WinnerContactId,
      WinnerAuditId: versionOf(WinnerContactId),
      LoserContactId,
      LoserAuditId: versionOf(LoserContactId),
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expectShape('mergeContacts', answer.json())
    return answer.json()
  }

  test("deletes the loser's login if both have one, as a recorded change, and names it", async () => {
    const winner = await addMember(admin)
    const loser = await addMember(admin)
    const { access, get } = await memberTokens(server, admin, loser)
    expect([access.length > 0, (await get('/api/self')).statusCode]).toEqual([true, 200])
    const merged = await merge(winner.contactId, loser.contactId)
    expect(merged).toMatchObject({ DeletedMemberLoginId: loser.memberLoginId })
    expect(merged.Moved).not.toContainEqual(expect.objectContaining({ Kind: 'memberLogins' }))
    expect((await get('/api/self')).statusCode).toBe(401)
    expect((await admin.get(`/api/memberlogins/${winner.memberLoginId}`)).json().ContactId).toBe(winner.contactId)
    expect(await changesOf(loser.memberLoginId)).toEqual({
      history: ['created 1', 'deleted 2'],
      events: ['memberlogin.created 1', 'memberlogin.deleted 2'],
    })
  })

  test("moves the loser's login to a winner without one", async () => {
    const loser = await addMember(admin)
    const winner = await person()
    const merged = await merge(winner, loser.contactId)
    expect(merged.DeletedMemberLoginId).toBeNull()
    expect(merged.Moved).toContainEqual({ Kind: 'memberLogins', Count: 1 })
    expect((await admin.get(`/api/memberlogins/${loser.memberLoginId}`)).json().ContactId).toBe(winner)
  })
})
