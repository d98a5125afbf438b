import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followRegistration } from '#areas/events/invitations/invitations.service'
import { systemScope } from '#kernel/outbox/deliver'
import { type InvitationsBench, openInvitations } from '#test/support/events/invitations'
import { refusal } from '#test/support/people/contact-parts'

let bench: InvitationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openInvitations(() => now)
})
afterAll(() => bench.server.close())

const MISSING = 2_000_000_000
const path = (eventId: number, rest = '') => `/api/events/${eventId}/invitations${rest}`
const kindsOf = (invitationId: number) => bench.kindsOf('eventinvitation', invitationId)
/** Registers contacts, as the submission of an order does. */
const follow = async (eventId: number, contactIds: number[]) => {
  const context = { database: bench.server.database, clock: { now: () => now }, log: bench.server.app.log }
  const scope = await systemScope(context, bench.mine.tenant.id)
  await scope.db.transaction((tx) => followRegistration(scope, tx, eventId, contactIds))
}

describe('GET /api/events/{eventId}/invitations (listEventInvitations)', () => {
  test('pages, filters and orders, without those of other events', async () => {
    const { id } = await bench.congress()
    const one = await bench.invited(id)
    const other = await bench.invited(id)
    await bench.invited((await bench.congress()).id)
    const answer = await bench.mine.get(path(id, '?Take=1&OrderBy=ContactId desc'))
    expect(answer.json()).toMatchObject({ TotalRecordAvailable: '2', Results: [{ ContactId: other.contactId }] })
    expect(answer.headers.link).toContain('next')
    expect(await bench.invitations(id, `?Filter=EmailAddress eq '${one.address}'`)).toMatchObject([
      { ContactId: one.contactId },
    ])
    expect((await bench.mine.get(path(MISSING))).statusCode).toBe(404)
  })

  test('leaves out deleted contacts', async () => {
    const { id } = await bench.congress()
    const { contactId, invitationId } = await bench.invited(id)
    expect((await bench.mine.delete(`/api/contacts/${contactId}/${await bench.version(contactId)}`)).statusCode).toBe(
      200,
    )
    expect(await bench.invitations(id)).toEqual([])
    expect((await bench.mine.get(path(id, `/${invitationId}`))).statusCode).toBe(404)
  })
})

describe('GET /api/events/{eventId}/invitations/{invitationId} (getEventInvitation)', () => {
  test('returns an invitation with its version, only of its event', async () => {
    const { id } = await bench.congress()
    const { invitationId, contactId, address } = await bench.invited(id)
    const answer = await bench.good('getEventInvitation', bench.mine.get(path(id, `/${invitationId}`)))
    expect(answer).toMatchObject({ version: 1, body: { EventId: id, ContactId: contactId, EmailAddress: address } })
    expect(await kindsOf(invitationId)).toEqual(['eventinvitation.created'])
    const other = await bench.congress()
    expect((await bench.mine.get(path(other.id, `/${invitationId}`))).statusCode).toBe(404)
  })
})

describe('POST /api/events/{eventId}/invitations/{invitationId}/resend (resendInvitation)', () => {
  test('mails a new link, which replaces the one before', async () => {
    const { id } = await bench.congress()
    const { contactId, invitationId, code } = await bench.invited(id)
    now = new Date('2030-03-02T12:00:00Z')
    const resend = () => bench.mine.post(path(id, `/${invitationId}/resend`), { Message: 'Last seats.' })
    const { body, version } = await bench.good('resendInvitation', resend())
    expect(body).toMatchObject({ AuditId: 2, SentDate: now.toISOString(), State: 'Invited' })
    expect(version).toBe(2)
    await bench.mailAgain(id, invitationId)
    await bench.mailAgain(id, invitationId)
    const codes = await bench.codes(contactId)
    expect(codes).toEqual([code, expect.not.stringMatching(code)])
    const contactOf = async (one = '') =>
      ((await bench.environment(`${id}?contactid=${one}`)).Data as { Contact: object }).Contact
    expect(await contactOf(codes[0])).toBeNull()
    expect(await contactOf(codes[1])).toMatchObject({ ContactId: String(contactId) })
    expect(await kindsOf(invitationId)).toEqual(['eventinvitation.created', 'eventinvitation.resent'])
  })

  test('rejects a contact that is registered, another event and a stale version', async () => {
    const { id } = await bench.congress()
    const { invitationId, contactId } = await bench.invited(id)
    const other = await bench.congress()
    expect((await bench.mine.post(path(other.id, `/${invitationId}/resend`), {})).statusCode).toBe(404)
    const stale = await bench.mine.post(path(id, `/${invitationId}/resend`), {}, { 'if-match': '"7"' })
    expect(stale.statusCode).toBe(412)
    await follow(id, [contactId])
    expect(await bench.invitation(id, invitationId)).toMatchObject({ State: 'Registered', Actions: ['view'] })
    for (const call of [
      bench.mine.post(path(id, `/${invitationId}/resend`), {}),
      bench.mine.delete(path(id, `/${invitationId}`)),
    ])
      expect(await refusal(call)).toEqual([409, 'invitation-registered'])
  })
})

describe('DELETE /api/events/{eventId}/invitations/{invitationId} (withdrawInvitation)', () => {
  test('deletes the invitation, so that its code identifies no contact', async () => {
    const { id } = await bench.congress()
    const { invitationId, code } = await bench.invited(id)
    await bench.good('withdrawInvitation', bench.mine.delete(path(id, `/${invitationId}`)))
    expect(await bench.invitations(id)).toEqual([])
    expect((await bench.environment(`${id}/${code}`)).Data).toMatchObject({ Contact: null })
    expect(await kindsOf(invitationId)).toEqual(['eventinvitation.created', 'eventinvitation.deleted'])
    expect((await bench.mine.delete(path(id, `/${invitationId}`))).statusCode).toBe(404)
  })
})

describe('a merge of contacts', () => {
  test('moves invitations, and keeps one for each event, as registered if one is', async () => {
    const one = await bench.congress()
    const two = await bench.congress()
    const winner = await bench.invited(one.id)
    const loser = await bench.invited(one.id)
    await bench.invited(two.id, {}, loser.contactId)
    await follow(one.id, [loser.contactId])
    const WinnerContactId = winner.contactId
    const LoserContactId = loser.contactId
    const versions = [await bench.version(WinnerContactId), await bench.version(LoserContactId)]
    const [WinnerAuditId, LoserAuditId] = versions
    const merge = { WinnerContactId, WinnerAuditId, LoserContactId, LoserAuditId }
    const merged = await bench.mine.post('/api/contacts/merge', merge)
    expect(merged.statusCode, merged.body).toBe(200)
    expect(merged.json().Moved).toContainEqual({ Kind: 'eventInvitations', Count: 1 })
    expect(await bench.invitations(one.id)).toMatchObject([
      { EventInvitationId: winner.invitationId, ContactId: WinnerContactId, State: 'Registered' },
    ])
    expect(await bench.invitations(two.id)).toMatchObject([{ ContactId: WinnerContactId, State: 'Invited' }])
  })
})
