import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CLEANUP, MEMBERS, openSubmissions, PUBLIC, type Submissions } from '#test/support/events/submissions'
import { sendMails } from '#test/support/mail/send-mails'
import { addMember, memberTokens } from '#test/support/people/members'
import { expectShape } from '#test/support/server/contract-shape'

let bench: Submissions
beforeAll(async () => {
  bench = await openSubmissions()
})
beforeEach(async () => {
  await switchMails({ IsApprovedOn: true, IsDeclinedOn: true })
})
afterAll(() => bench.server.close())

const switchMails = async (body: object) => {
  const saved = await bench.admin.post('/api/calendars/mails', body)
  expect(saved.statusCode, saved.body).toBe(200)
  expectShape('saveCalendarMails', saved.json())
  return saved.json()
}

const decide = async (id: number, way: 'approve' | 'decline', body: object = {}) => {
  const decided = await bench.admin.post(`/api/calendars/submissions/${id}/${way}`, body)
  expect(decided.statusCode, decided.body).toBe(200)
}

/** The mails about a proposal, after they were sent. */
const mailsAbout = async (id: number) => {
  const tenantId = bench.admin.tenant.id
  await sendMails(bench.server, tenantId)
  return bench.server.database.system.mailMessage.findMany({
    where: { tenantId, key: { in: [`proposal-approved:${id}`, `proposal-declined:${id}`] } },
  })
}

const proposeAsMember = async (calendar: number, member: Pick<Submissions['member'], 'post'>): Promise<number> =>
  (await member.post(`/api/public/calendars/${calendar}/submissions`, CLEANUP)).json().SubmissionId

describe('the mail about a decided proposal', () => {
  test('reports to a person without a login that the item is in the calendar, as corrected', async () => {
    const calendar = await bench.addCalendar({ ...PUBLIC, Name: 'Harbor events' })
    const { SubmissionId } = await bench.propose(calendar)
    expect(await mailsAbout(SubmissionId)).toEqual([])
    await decide(SubmissionId, 'approve', {
      Title: 'Cleanup <b>day</b>',
      Start: '2027-04-25T09:00:00',
      End: '2027-04-25T12:00:00',
    })
    const [mail, ...others] = await mailsAbout(SubmissionId)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ status: 'sent', toAddress: 'jo.lind@example.org', toName: 'Jo Lind', contactId: null })
    expect(mail?.subject).toBe('Your proposal "Cleanup <b>day</b>" is in the calendar')
    expect(mail?.text).toContain('Cleanup <b>day</b> on 25 April 2027 is now in the calendar Harbor events.')
    expect(mail?.html).toContain('Cleanup &lt;b&gt;day&lt;/b&gt;')
  })

  test('states the reason for which staff declined, if there is one', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    const one = await bench.propose(calendar)
    const other = await bench.propose(calendar)
    await decide(one.SubmissionId, 'decline', { Reason: 'The pier is closed.' })
    await decide(other.SubmissionId, 'decline')
    const [withReason] = await mailsAbout(one.SubmissionId)
    const [without] = await mailsAbout(other.SubmissionId)
    expect(withReason?.text).toContain('The reason: The pier is closed.')
    expect(without?.status).toBe('sent')
    expect(without?.text).not.toContain('reason')
  })

  test('goes to the current address of a member, and appears in its Communication', async () => {
    const calendar = await bench.addCalendar(MEMBERS)
    const id = await proposeAsMember(calendar, bench.member)
    const { contactId, memberLoginId } = bench.one
    const moved = { AuditId: 1, EmailAddress: 'moved@members.example' }
    expect((await bench.admin.post(`/api/memberlogins/${memberLoginId}`, moved)).statusCode).toBe(200)
    await decide(id, 'approve')
    const [mail] = await mailsAbout(id)
    expect(mail).toMatchObject({ contactId, toAddress: 'moved@members.example', status: 'sent' })
    const shown = (await bench.admin.get(`/api/contacts/${contactId}/communications`)).json().Results
    expect(shown).toContainEqual(
      expect.objectContaining({
        Subject: mail?.subject,
        MailMessageId: Number(mail?.id),
        CommunicationStatusTypeId: 2,
      }),
    )
  })

  test('is not sent for a deleted contact', async () => {
    const calendar = await bench.addCalendar(MEMBERS)
    const member = await addMember(bench.admin)
    const id = await proposeAsMember(calendar, await memberTokens(bench.server, bench.admin, member))
    const { AuditId } = (await bench.admin.get(`/api/contacts/person/${member.contactId}`)).json()
    const deleted = await bench.admin.delete(`/api/contacts/${member.contactId}/${AuditId}`)
    expect(deleted.statusCode, deleted.body).toBe(200)
    await decide(id, 'decline')
    expect(await mailsAbout(id)).toEqual([])
  })
})

describe('POST /api/calendars/mails (saveCalendarMails)', () => {
  test('switches each mail off for the tenant, and leaves the other as it is', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    expect(await switchMails({ IsApprovedOn: false })).toEqual({ IsApprovedOn: false, IsDeclinedOn: true })
    const one = await bench.propose(calendar)
    const other = await bench.propose(calendar)
    await decide(one.SubmissionId, 'approve')
    await decide(other.SubmissionId, 'decline')
    expect(await mailsAbout(one.SubmissionId)).toEqual([])
    expect(await mailsAbout(other.SubmissionId)).toHaveLength(1)
    expect(await switchMails({ IsDeclinedOn: false })).toEqual({ IsApprovedOn: false, IsDeclinedOn: false })
    expect(await switchMails({})).toEqual({ IsApprovedOn: false, IsDeclinedOn: false })
    const third = await bench.propose(calendar)
    await decide(third.SubmissionId, 'decline')
    expect(await mailsAbout(third.SubmissionId)).toEqual([])
  })

  test('requires calendars:write', async () => {
    const reader = await bench.server.caller(bench.admin.tenant, ['calendars:read'])
    expect((await reader.post('/api/calendars/mails', { IsApprovedOn: false })).statusCode).toBe(403)
  })
})

describe('GET /api/calendars/mails (getCalendarMails)', () => {
  test('returns both mails as on for a new tenant', async () => {
    const other = await bench.server.tenant()
    const read = (await other.get('/api/calendars/mails')).json()
    expectShape('getCalendarMails', read)
    expect(read).toEqual({ IsApprovedOn: true, IsDeclinedOn: true })
  })
})
