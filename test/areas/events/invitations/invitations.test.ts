import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { followRegistration } from '#areas/events/invitations/invitation-states.service'
import { systemScope } from '#kernel/outbox/deliver'
import { refusal } from '#test/support/api/contact-parts'
import { type InvitationsBench, openInvitations } from '#test/support/api/invitations'
import { sendMails } from '#test/support/send-mails'

let bench: InvitationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openInvitations(() => now)
})
afterAll(() => bench.server.close())

const MISSING = 2_000_000_000
const path = (eventId: number, rest = '') => `/api/events/${eventId}/invitations${rest}`
const kindsOf = async (invitationId: number) => {
  const where = { tenantId: bench.mine.tenant.id, entity: 'eventinvitation', entityId: invitationId }
  const events = await bench.server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
  return events.map(({ kind }) => kind)
}
/** Registers contacts, as the submission of an order does. */
const follow = async (eventId: number, contactIds: number[]) => {
  const context = { database: bench.server.database, clock: { now: () => now }, log: bench.server.app.log }
  const scope = await systemScope(context, bench.mine.tenant.id)
  await scope.db.transaction((tx) => followRegistration(scope, tx, eventId, contactIds))
}

describe('POST /api/events/{eventId}/invitations (inviteContacts)', () => {
  test('invites contacts and members of a group once, with a mail to each', async () => {
    const { id } = await bench.congress()
    const [one, other, silent] = [await bench.reachable(), await bench.reachable(), await bench.person()]
    const { GroupId } = (await bench.mine.post('/api/groups/0', { Name: 'Guests' })).json()
    await bench.mine.post(`/api/groups/${GroupId}/members`, { ContactIds: [other.contactId, silent] })
    const body = { ContactIds: [one.contactId, one.contactId, MISSING], GroupId, Message: 'We hope to see you.' }
    const jobId = await bench.invite(id, body)
    const progress = await bench.good('getInvitationRun', bench.mine.get(path(id, `/runs/${jobId}`)))
    expect(progress.body).toMatchObject({
      ...{ Status: 'completed', Percent: 100, ContactCount: 4, InvitedCount: 2, AlreadyInvitedCount: 0 },
      ...{ AlreadyRegisteredCount: 0, WithoutAddressCount: 1, UnknownCount: 1, FinishedDate: now.toISOString() },
    })
    // The same job again, and a job with the same contacts, invite nobody.
    await bench.run(id, jobId)
    await bench.invite(id, body)
    const rows = await bench.invitations(id)
    expect(rows).toHaveLength(2)
    expect(rows.find(({ ContactId }) => ContactId === one.contactId)).toMatchObject({
      ...{ EventId: id, AuditId: 1, EmailAddress: one.address, State: 'Invited', SentDate: now.toISOString() },
      ...{ DeclinedDate: null, EventRegistrationTypeId: null, Actions: ['view', 'resend', 'delete'] },
    })
    expect(await bench.codes(one.contactId)).toHaveLength(1)
    expect(await bench.codes(other.contactId)).toHaveLength(1)
    expect(await kindsOf(Number(rows[0]?.EventInvitationId))).toEqual(['eventinvitation.created'])
  })

  test('mails a link that is not shown, and records the mail as a communication', async () => {
    const { id } = await bench.congress({ Name: 'Congress of mails' })
    const { contactId, code, address } = await bench.invited(id, { Message: 'Bring a friend.' })
    const sent: { html: string; to: string; unsubscribe: string | null }[] = []
    await sendMails(bench.server, bench.mine.tenant.id, async ({ html, to, unsubscribeUrl }) => {
      sent.push({ html, to: to.address, unsubscribe: unsubscribeUrl })
    })
    const mail = sent.find(({ to }) => to === address)
    const page = `https://members.example.org/events/${bench.mine.tenant.key}/${id}`
    expect(mail?.html).toContain(`${page}?contact=${code}`)
    expect(mail?.html).toContain(`${page}/decline?contact=${code}`)
    expect(mail?.html).toContain('Bring a friend.')
    expect(mail?.unsubscribe).not.toBeNull()
    const shown = await bench.mine.get(`/api/contacts/${contactId}/communications`)
    expect(shown.json().Results).toMatchObject([{ Subject: 'Invitation: Congress of mails' }])
    const { mailMessage, eventInvitation } = bench.server.database.system
    const where = { tenantId: bench.mine.tenant.id, contactId }
    const stored = [await mailMessage.findMany({ where }), await eventInvitation.findMany({ where }), shown.json()]
    expect(JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value))).not.toContain(
      code,
    )
  })

  test('rejects what cannot be invited', async () => {
    const { id, full } = await bench.congress()
    const { contactId } = await bench.reachable()
    const invite = (eventId: number, body: object) => refusal(bench.mine.post(path(eventId), body))
    const ContactIds = [contactId]
    expect(await invite(id, {})).toEqual([422, '/ContactIds'])
    expect(await invite(id, { GroupId: MISSING })).toEqual([422, '/GroupId'])
    expect(await invite(id, { ContactIds, EventRegistrationTypeId: MISSING })).toEqual([
      422,
      '/EventRegistrationTypeId',
    ])
    expect(await invite(id, { ContactIds, EventRegistrationTypeId: full })).toEqual([422, '/EventRegistrationTypeId'])
    expect(await invite(MISSING, { ContactIds })).toEqual([404, 'not-found'])
    const { EventId } = await bench.event()
    expect(await invite(Number(EventId), { ContactIds })).toEqual([422, 'event-rule'])
    const over = await bench.congress({ RegistrationCloses: '2030-02-01T00:00:00Z' })
    expect(await invite(over.id, { ContactIds })).toEqual([422, 'event-rule'])
    const limited = await bench.server.caller(bench.mine.tenant, ['events:write', 'events:read'])
    const answer = await limited.post(path(id), { GroupId: 1 })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'insufficient-scope'])
  })

  test('starts one job for one Idempotency-Key, and stops if the event is cancelled', async () => {
    const { id, AuditId } = await bench.congress()
    const { contactId } = await bench.reachable()
    const send = () => bench.mine.post(path(id), { ContactIds: [contactId] }, { 'idempotency-key': 'invite-1' })
    const [first, second] = [await send(), await send()]
    expect(second.json()).toEqual(first.json())
    expect((await bench.save(id, { AuditId, Status: 'Cancelled' })).statusCode).toBe(200)
    const { JobId } = first.json()
    await bench.run(id, JobId)
    const progress = await bench.good('getInvitationRun', bench.mine.get(path(id, `/runs/${JobId}`)))
    expect(progress.body).toMatchObject({ Status: 'stopped', InvitedCount: 0, Percent: 0 })
    expect(await bench.invitations(id)).toEqual([])
  })
})

describe('POST /api/events/{eventId}/invitations/preview (previewInvitations)', () => {
  test('returns how many would be invited and who has no address, and changes nothing', async () => {
    const { id, free } = await bench.congress()
    const [one, silent] = [await bench.reachable(), await bench.person()]
    const invited = await bench.invited(id)
    const registered = await bench.reachable()
    await bench.addRegistration(id, free, 1)
    const { tenantId, ...where } = { tenantId: bench.mine.tenant.id, eventId: id }
    const data = { contactId: registered.contactId }
    await bench.server.database.system.eventRegistration.updateMany({ where: { tenantId, ...where }, data })
    const ContactIds = [one.contactId, silent, invited.contactId, registered.contactId, MISSING]
    const preview = await bench.good('previewInvitations', bench.mine.post(path(id, '/preview'), { ContactIds }))
    expect(preview.body).toMatchObject({
      ...{ ContactCount: 5, InvitedCount: 1, AlreadyInvitedCount: 1, AlreadyRegisteredCount: 1 },
      ...{ WithoutAddressCount: 1, UnknownCount: 1, WithoutAddress: [{ ContactId: silent }] },
    })
    expect(await bench.invitations(id)).toHaveLength(1)
    expect(await refusal(bench.mine.post(path(MISSING, '/preview'), { ContactIds }))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/events/{eventId}/invitations (listEventInvitations)', () => {
  test('pages, filters and orders, without those of other events', async () => {
    const { id } = await bench.congress()
    const [one, other] = [await bench.invited(id), await bench.invited(id)]
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
  test('deletes the invitation, so that its code identifies nobody', async () => {
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
    const [one, two] = [await bench.congress(), await bench.congress()]
    const winner = await bench.invited(one.id)
    const loser = await bench.invited(one.id)
    await bench.invited(two.id, {}, loser.contactId)
    await follow(one.id, [loser.contactId])
    const [WinnerContactId, LoserContactId] = [winner.contactId, loser.contactId]
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
