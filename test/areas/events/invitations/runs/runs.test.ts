import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type InvitationsBench, openInvitations } from '#test/support/events/invitations'
import { sendMails } from '#test/support/mail/send-mails'
import { refusal } from '#test/support/people/contact-parts'

let bench: InvitationsBench
const now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openInvitations(() => now)
})
afterAll(() => bench.server.close())

const MISSING = 2_000_000_000
const path = (eventId: number, rest = '') => `/api/events/${eventId}/invitations${rest}`

describe('POST /api/events/{eventId}/invitations (inviteContacts)', () => {
  test('invites contacts and members of a group once, with a mail to each', async () => {
    const { id } = await bench.congress()
    const one = await bench.reachable()
    const other = await bench.reachable()
    const silent = await bench.person()
    const { GroupId } = (await bench.mine.post('/api/groups/0', { Name: 'Guests' })).json()
    await bench.mine.post(`/api/groups/${GroupId}/members`, { ContactIds: [other.contactId, silent] })
    const body = { ContactIds: [one.contactId, one.contactId, MISSING], GroupId, Message: 'We hope to see you.' }
    const jobId = await bench.invite(id, body)
    expect(await bench.progress(id, jobId)).toMatchObject({ Status: 'completed', InvitedCount: 2 })
    // The same job again, and a job with the same contacts, invite no contact.
    await bench.run(id, jobId)
    await bench.invite(id, body)
    const rows = await bench.invitations(id)
    expect(rows).toHaveLength(2)
    expect(rows.find(({ ContactId }) => ContactId === one.contactId)).toMatchObject({
      EventId: id,
      AuditId: 1,
      EmailAddress: one.address,
      State: 'Invited',
      SentDate: now.toISOString(),
      DeclinedDate: null,
      EventRegistrationTypeId: null,
      Actions: ['view', 'resend', 'delete'],
    })
    expect(await bench.codes(one.contactId)).toHaveLength(1)
    expect(await bench.codes(other.contactId)).toHaveLength(1)
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
    expect(JSON.stringify(stored)).not.toContain(code)
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
    const first = await send()
    const second = await send()
    expect(second.json()).toEqual(first.json())
    expect((await bench.save(id, { AuditId, Status: 'Cancelled' })).statusCode).toBe(200)
    const { JobId } = first.json()
    await bench.run(id, JobId)
    expect(await bench.progress(id, JobId)).toMatchObject({ Status: 'stopped', InvitedCount: 0, Percent: 0 })
    expect(await bench.invitations(id)).toEqual([])
  })
})

describe('POST /api/events/{eventId}/invitations/preview (previewInvitations)', () => {
  test('returns how many would be invited and who has no address, and changes nothing', async () => {
    const { id, free } = await bench.congress()
    const one = await bench.reachable()
    const silent = await bench.person()
    const invited = await bench.invited(id)
    const registered = await bench.reachable()
    await bench.addRegistration(id, free, 1)
    const { tenantId, ...where } = { tenantId: bench.mine.tenant.id, eventId: id }
    const data = { contactId: registered.contactId }
    await bench.server.database.system.eventRegistration.updateMany({ where: { tenantId, ...where }, data })
    const ContactIds = [one.contactId, silent, invited.contactId, registered.contactId, MISSING]
    const preview = await bench.good('previewInvitations', bench.mine.post(path(id, '/preview'), { ContactIds }))
    expect(preview.body).toMatchObject({
      ContactCount: 5,
      InvitedCount: 1,
      AlreadyInvitedCount: 1,
      AlreadyRegisteredCount: 1,
      WithoutAddressCount: 1,
      UnknownCount: 1,
      WithoutAddress: [{ ContactId: silent }],
    })
    expect(await bench.invitations(id)).toHaveLength(1)
    expect(await refusal(bench.mine.post(path(MISSING, '/preview'), { ContactIds }))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/events/{eventId}/invitations/runs/{invitationRunId} (getInvitationRun)', () => {
  test('shows the progress by what happened to the contacts', async () => {
    const { id } = await bench.congress()
    const one = await bench.reachable()
    const silent = await bench.person()
    const jobId = await bench.invite(id, { ContactIds: [one.contactId, silent, MISSING] })
    expect(await bench.progress(id, jobId)).toMatchObject({
      JobId: jobId,
      EventId: id,
      Status: 'completed',
      Percent: 100,
      ContactCount: 3,
      InvitedCount: 1,
      AlreadyInvitedCount: 0,
      AlreadyRegisteredCount: 0,
      WithoutAddressCount: 1,
      UnknownCount: 1,
      StartedDate: now.toISOString(),
      FinishedDate: now.toISOString(),
    })
    const other = await bench.congress()
    expect((await bench.mine.get(path(other.id, `/runs/${jobId}`))).statusCode).toBe(404)
  })
})
