import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLEANUP, JO, MEMBERS, openSubmissions, PUBLIC, type Submissions } from '#test/support/events/submissions'
import { addFirm, makeOwner } from '#test/support/people/members'
import { expectShape } from '#test/support/server/contract-shape'

let bench: Submissions
beforeAll(async () => {
  bench = await openSubmissions()
})
afterAll(() => bench.server.close())

const versionOf = async (contactId: number): Promise<number> =>
  (await bench.admin.delete(`/api/contacts/${contactId}/99`)).json().AuditId

describe('POST /api/public/calendars/{calendarid}/submissions (submitCalendarItem)', () => {
  test('stores a proposal of the public, which is visible only to staff until it is approved', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    const answer = await bench.submit(calendar, { ...CLEANUP, ...JO, RecurrenceRule: 'FREQ=WEEKLY;COUNT=3' })
    expectShape('submitCalendarItem', answer.json())
    expect(answer.json()).toMatchObject({
      State: 'pending',
      Title: 'Harbor cleanup',
      CalendarId: calendar,
      ContactId: null,
      CalendarItemId: null,
      SubmitterName: 'Jo Lind',
      SubmitterEmail: 'jo.lind@example.org',
      Start: '2027-04-24T09:00:00',
      Actions: [],
    })
    expect(await bench.itemsOf(calendar)).toEqual([])
    const visible = await bench.server.app.inject({
      url: `/api/public/calendars/${calendar}/items`,
      headers: { 'x-tenant-key': bench.admin.tenant.key },
    })
    expect(visible.json().Results).toEqual([])
  })

  test('takes the submitter from the token of a member, which can act for an organization', async () => {
    const calendar = await bench.addCalendar(MEMBERS)
    const own = (await bench.member.post(`/api/public/calendars/${calendar}/submissions`, { ...CLEANUP, ...JO })).json()
    expect(own).toMatchObject({
      ContactId: bench.one.contactId,
      SubmitterEmail: bench.one.email,
      OnBehalfOfContactId: null,
    })
    const firm = await addFirm(bench.admin)
    const body = { ...CLEANUP, OnBehalfOfContactId: firm }
    const refused = await bench.member.post(`/api/public/calendars/${calendar}/submissions`, body)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'may-not-act'])
    await makeOwner(bench.admin, bench.one.contactId, firm)
    const done = await bench.member.post(`/api/public/calendars/${calendar}/submissions`, body)
    expect(done.json()).toMatchObject({ ContactId: bench.one.contactId, OnBehalfOfContactId: firm })
    const loser = await bench.admin.post('/api/contacts/org/0', { OrganizationName: 'Old firm' })
    const winnerVersion = await versionOf(firm)
    const loserVersion = await versionOf(loser.json().ContactId)
    const merged = await bench.admin.post('/api/contacts/merge', {
      WinnerContactId: firm,
      WinnerAuditId: winnerVersion,
      LoserContactId: loser.json().ContactId,
      LoserAuditId: loserVersion,
    })
    expect(merged.statusCode, merged.body).toBe(200)
    const byLoser = { ...CLEANUP, OnBehalfOfContactId: loser.json().ContactId }
    const follows = await bench.member.post(`/api/public/calendars/${calendar}/submissions`, byLoser)
    expect(follows.json().OnBehalfOfContactId).toBe(firm)
    await bench.admin.delete(`/api/calendars/submissions/${follows.json().SubmissionId}`)
    const listed = (await bench.member.get('/api/self/calendarsubmissions')).json()
    expectShape('listOwnCalendarSubmissions', listed)
    expect(listed.Submissions.map(({ SubmissionId }: { SubmissionId: number }) => SubmissionId)).toEqual([
      done.json().SubmissionId,
      own.SubmissionId,
    ])
  })

  test('refuses proposals where the calendar accepts none from the caller', async () => {
    const closed = await bench.addCalendar({ IsPublicViewable: true })
    expect((await bench.submit(closed, { ...CLEANUP, ...JO })).json().code).toBe('submission-closed')
    const members = await bench.addCalendar(MEMBERS)
    expect((await bench.submit(members, { ...CLEANUP, ...JO })).statusCode).toBe(401)
    const both = await bench.addCalendar({ ...MEMBERS, IsPublicViewable: true })
    expect((await bench.submit(both, { ...CLEANUP, ...JO })).json().code).toBe('submission-closed')
    expect((await bench.member.post(`/api/public/calendars/${both}/submissions`, CLEANUP)).statusCode).toBe(200)
    expect((await bench.submit(await bench.addCalendar({}), { ...CLEANUP, ...JO })).statusCode).toBe(404)
  })

  test('reports errors as saveCalendarItem does, and requires a name and an address', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    expect((await bench.submit(calendar, CLEANUP)).json().errors).toMatchObject([{ pointer: '/SubmitterName' }])
    expect((await bench.submit(calendar, { ...CLEANUP, SubmitterName: 'Jo' })).json().errors).toMatchObject([
      { pointer: '/SubmitterEmail' },
    ])
    expect((await bench.submit(calendar, { ...JO, Start: '2027-04-24T09:00:00' })).json().code).toBe('name-needed')
    expect((await bench.submit(calendar, { ...CLEANUP, ...JO, End: '2027-04-01T09:00:00' })).json().code).toBe(
      'calendar-rule',
    )
    for (const [field, fault] of [
      ['TimeZone', 'must be an IANA time zone such as Europe/Berlin'],
      ['RecurrenceRule', 'has an invalid part, "X".'],
    ] as const) {
      const refused = (await bench.submit(calendar, { ...CLEANUP, ...JO, [field]: 'x' })).json()
      expect([refused.code, refused.detail]).toEqual([
        'calendar-rule',
        expect.stringContaining(`The times of the item are not valid. /${field} ${fault}`),
      ])
    }
    expect((await bench.submit(calendar, { ...CLEANUP, ...JO, Url: 'javascript:x' })).json().code).toBe('wrong-address')
  })

  test('names the fields that the kind of caller makes void, and refuses them with handling=strict', async () => {
    const calendar = await bench.addCalendar({ ...PUBLIC, ...MEMBERS })
    const strict = { prefer: 'handling=strict' }
    const anonymous = { ...CLEANUP, ...JO, OnBehalfOfContactId: 1, Shoe: 43 }
    const submitted = await bench.submit(calendar, anonymous)
    expect([submitted.statusCode, submitted.headers['guildhall-ignored-fields']]).toEqual([
      200,
      '/Shoe, /OnBehalfOfContactId',
    ])
    const { Shoe: _shoe, ...known } = anonymous
    const refused = await bench.submit(calendar, known, strict)
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ pointer: '/OnBehalfOfContactId', message: 'is ignored without an access token of a member' }],
    ])
    const member = (headers = {}) =>
      bench.member.post(`/api/public/calendars/${calendar}/submissions`, { ...CLEANUP, ...JO }, headers)
    expect((await member()).headers['guildhall-ignored-fields']).toBe('/SubmitterName, /SubmitterEmail')
    expect((await member(strict)).statusCode).toBe(400)
  })

  test('limits the proposals that wait', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    await bench.propose(calendar)
    const { system } = bench.server.database
    const { id: _id, ...row } = await system.calendarSubmission.findFirstOrThrow({ where: { calendarId: calendar } })
    await system.calendarSubmission.createMany({ data: Array.from({ length: 499 }, () => row) })
    expect((await bench.submit(calendar, { ...CLEANUP, ...JO })).json().code).toBe('too-many')
  })
})
