import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { expectShape } from '#test/support/contract-shape'
import { addFirm, addMember, type MemberTokens, makeOwner, memberTokens, type TestMember } from '#test/support/members'

let server: TestApp
let admin: TestCaller
let one: TestMember
let member: MemberTokens
beforeAll(async () => {
  server = await buildTestApp()
  admin = await server.tenant()
  one = await addMember(admin)
  member = await memberTokens(server, admin, one)
})
afterAll(() => server.close())

const CLEANUP = { Title: 'Harbor cleanup', Start: '2027-04-24T09:00:00', End: '2027-04-24T12:00:00', TimeZone: 'UTC' }
const JO = { SubmitterName: 'Jo Lind', SubmitterEmail: 'Jo.Lind@example.org' }

let made = 0
const addCalendar = async (settings: object): Promise<number> => {
  const saved = await admin.post('/api/calendars/0', { Name: `Open ${made++}`, ...settings })
  expect(saved.statusCode, saved.body).toBe(200)
  return saved.json().CalendarId
}
const PUBLIC = { IsPublicViewable: true, AllowPublicSubmission: true }
const MEMBERS = { IsMemberViewable: true, AllowMemberSubmission: true }

const submit = (calendar: number, body: object, headers: Record<string, string> = {}) =>
  server.app.inject({
    ...{ method: 'POST', url: `/api/public/calendars/${calendar}/submissions`, payload: JSON.stringify(body) },
    headers: { 'x-tenant-key': admin.tenant.key, 'content-type': 'application/json', ...headers },
  })
const propose = async (calendar: number, body: object = {}) => {
  const answer = await submit(calendar, { ...CLEANUP, ...JO, ...body })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json() as { SubmissionId: number }
}
const versionOf = async (contactId: number): Promise<number> =>
  (await admin.delete(`/api/contacts/${contactId}/99`)).json().AuditId
const itemsOf = async (calendar: number) => (await admin.get(`/api/calendars/${calendar}/items`)).json().Results

describe('POST /api/public/calendars/{calendarid}/submissions (submitCalendarItem)', () => {
  test('stores a proposal of the public, which is visible only to staff until it is approved', async () => {
    const calendar = await addCalendar(PUBLIC)
    const answer = await submit(calendar, { ...CLEANUP, ...JO, RecurrenceRule: 'FREQ=WEEKLY;COUNT=3' })
    expectShape('submitCalendarItem', answer.json())
    expect(answer.json()).toMatchObject({
      ...{ State: 'pending', Title: 'Harbor cleanup', CalendarId: calendar, ContactId: null, CalendarItemId: null },
      ...{ SubmitterName: 'Jo Lind', SubmitterEmail: 'jo.lind@example.org', Start: '2027-04-24T09:00:00', Actions: [] },
    })
    expect(await itemsOf(calendar)).toEqual([])
    const visible = await server.app.inject({
      url: `/api/public/calendars/${calendar}/items`,
      headers: { 'x-tenant-key': admin.tenant.key },
    })
    expect(visible.json().Results).toEqual([])
  })

  test('takes the submitter from the token of a member, which can act for an organization', async () => {
    const calendar = await addCalendar(MEMBERS)
    const own = (await member.post(`/api/public/calendars/${calendar}/submissions`, { ...CLEANUP, ...JO })).json()
    expect(own).toMatchObject({ ContactId: one.contactId, SubmitterEmail: one.email, OnBehalfOfContactId: null })
    const firm = await addFirm(admin)
    const body = { ...CLEANUP, OnBehalfOfContactId: firm }
    const refused = await member.post(`/api/public/calendars/${calendar}/submissions`, body)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'may-not-act'])
    await makeOwner(admin, one.contactId, firm)
    const done = await member.post(`/api/public/calendars/${calendar}/submissions`, body)
    expect(done.json()).toMatchObject({ ContactId: one.contactId, OnBehalfOfContactId: firm })
    const loser = await admin.post('/api/contacts/org/0', { OrganizationName: 'Old firm' })
    const [winnerVersion, loserVersion] = [await versionOf(firm), await versionOf(loser.json().ContactId)]
    const merged = await admin.post('/api/contacts/merge', {
      ...{ WinnerContactId: firm, WinnerAuditId: winnerVersion },
      ...{ LoserContactId: loser.json().ContactId, LoserAuditId: loserVersion },
    })
    expect(merged.statusCode, merged.body).toBe(200)
    const byLoser = { ...CLEANUP, OnBehalfOfContactId: loser.json().ContactId }
    const follows = await member.post(`/api/public/calendars/${calendar}/submissions`, byLoser)
    expect(follows.json().OnBehalfOfContactId).toBe(firm)
    await admin.delete(`/api/calendars/submissions/${follows.json().SubmissionId}`)
    const listed = (await member.get('/api/self/calendarsubmissions')).json()
    expectShape('listOwnCalendarSubmissions', listed)
    expect(listed.Submissions.map(({ SubmissionId }: { SubmissionId: number }) => SubmissionId)).toEqual([
      done.json().SubmissionId,
      own.SubmissionId,
    ])
  })

  test('refuses proposals where the calendar accepts none from the caller', async () => {
    const closed = await addCalendar({ IsPublicViewable: true })
    expect((await submit(closed, { ...CLEANUP, ...JO })).json().code).toBe('submission-closed')
    const members = await addCalendar(MEMBERS)
    expect((await submit(members, { ...CLEANUP, ...JO })).statusCode).toBe(401)
    const both = await addCalendar({ ...MEMBERS, IsPublicViewable: true })
    expect((await submit(both, { ...CLEANUP, ...JO })).json().code).toBe('submission-closed')
    expect((await member.post(`/api/public/calendars/${both}/submissions`, CLEANUP)).statusCode).toBe(200)
    expect((await submit(await addCalendar({}), { ...CLEANUP, ...JO })).statusCode).toBe(404)
  })

  test('reports errors as saveCalendarItem does, and requires a name and an address', async () => {
    const calendar = await addCalendar(PUBLIC)
    expect((await submit(calendar, CLEANUP)).json().errors).toMatchObject([{ pointer: '/SubmitterName' }])
    expect((await submit(calendar, { ...CLEANUP, SubmitterName: 'Jo' })).json().errors).toMatchObject([
      { pointer: '/SubmitterEmail' },
    ])
    expect((await submit(calendar, { ...JO, Start: '2027-04-24T09:00:00' })).json().code).toBe('name-needed')
    expect((await submit(calendar, { ...CLEANUP, ...JO, End: '2027-04-01T09:00:00' })).json().code).toBe(
      'calendar-rule',
    )
    expect((await submit(calendar, { ...CLEANUP, ...JO, Url: 'javascript:x' })).json().code).toBe('wrong-address')
  })

  test('limits the proposals that wait', async () => {
    const calendar = await addCalendar(PUBLIC)
    await propose(calendar)
    const { system } = server.database
    const { id: _id, ...row } = await system.calendarSubmission.findFirstOrThrow({ where: { calendarId: calendar } })
    await system.calendarSubmission.createMany({ data: Array.from({ length: 499 }, () => row) })
    expect((await submit(calendar, { ...CLEANUP, ...JO })).json().code).toBe('too-many')
  })
})

describe('GET /api/calendars/submissions (listCalendarSubmissions)', () => {
  test('returns those that wait, for callers with calendars:read', async () => {
    const calendar = await addCalendar(PUBLIC)
    const { SubmissionId } = await propose(calendar, { Title: 'Regatta' })
    const filter = encodeURIComponent(`State eq 'pending' and CalendarId eq ${calendar}`)
    const listed = await admin.get(`/api/calendars/submissions?Filter=${filter}`)
    expectShape('listCalendarSubmissions', listed.json())
    expect(listed.json().Results).toMatchObject([{ SubmissionId, Actions: ['approve', 'decline', 'delete'] }])
    const reader = await server.caller(admin.tenant, ['calendars:read'])
    const read = await reader.get(`/api/calendars/submissions/${SubmissionId}`)
    expectShape('getCalendarSubmission', read.json())
    expect([read.json().Actions, read.headers.etag]).toEqual([[], '"1"'])
    for (const way of ['approve', 'decline'])
      expect((await reader.post(`/api/calendars/submissions/${SubmissionId}/${way}`)).statusCode).toBe(403)
  })
})

describe('POST /api/calendars/submissions/{submissionid}/approve (approveCalendarSubmission)', () => {
  test('adds the item with corrections, once', async () => {
    const calendar = await addCalendar(PUBLIC)
    const { SubmissionId } = await propose(calendar, { RecurrenceRule: 'FREQ=WEEKLY;COUNT=3', Location: 'Pier' })
    const url = `/api/calendars/submissions/${SubmissionId}`
    const both = await Promise.all([
      admin.post(`${url}/approve`, { Location: 'Pier 4' }),
      admin.post(`${url}/approve`, { Location: 'Pier 4' }),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const approved = both.find(({ statusCode }) => statusCode === 200)?.json()
    expectShape('approveCalendarSubmission', approved)
    const [item, ...others] = await itemsOf(calendar)
    expect(others).toEqual([])
    expect(item).toMatchObject({
      ...{ Title: 'Harbor cleanup', Location: 'Pier 4', Start: '2027-04-24T09:00:00', End: '2027-04-24T12:00:00' },
      ...{ RecurrenceRule: 'FREQ=WEEKLY;COUNT=3', Status: 'confirmed' },
    })
    expect(approved).toMatchObject({ State: 'approved', CalendarItemId: item.CalendarItemId, Actions: ['delete'] })
    expect((await admin.post(`${url}/decline`)).json().code).toBe('already-decided')
    await admin.delete(`/api/calendars/${calendar}/items/${item.CalendarItemId}`)
    expect((await admin.get(url)).json().CalendarItemId).toBeNull()
  })

  test('keeps whole days, and writes nothing if the corrections are wrong', async () => {
    const calendar = await addCalendar(PUBLIC)
    const times = { IsAllDay: true, Start: '2027-04-24', End: '2027-04-25', TimeZone: undefined }
    const { SubmissionId } = await propose(calendar, times)
    const url = `/api/calendars/submissions/${SubmissionId}/approve`
    expect((await admin.post(url, { Title: ' ' })).json().code).toBe('name-needed')
    expect((await admin.post(url, {}, { 'if-match': '"7"' })).statusCode).toBe(412)
    expect(await itemsOf(calendar)).toEqual([])
    expect((await admin.post(url)).statusCode).toBe(200)
    expect(await itemsOf(calendar)).toMatchObject([{ IsAllDay: true, Start: '2027-04-24', End: '2027-04-25' }])
  })
})

describe('POST /api/calendars/submissions/{submissionid}/decline (declineCalendarSubmission)', () => {
  test('shows the reason to the member', async () => {
    const calendar = await addCalendar(MEMBERS)
    const { SubmissionId } = (await member.post(`/api/public/calendars/${calendar}/submissions`, CLEANUP)).json()
    const url = `/api/calendars/submissions/${SubmissionId}`
    const declined = await admin.post(`${url}/decline`, { Reason: ' Too far away. ' })
    expectShape('declineCalendarSubmission', declined.json())
    const [shown] = (await member.get('/api/self/calendarsubmissions')).json().Submissions
    expect(shown).toMatchObject({ SubmissionId, State: 'declined', Reason: 'Too far away.' })
    expect(await itemsOf(calendar)).toEqual([])
  })
})

describe('DELETE /api/calendars/submissions/{submissionid} (deleteCalendarSubmission)', () => {
  test('deletes a proposal, and deleting a calendar deletes its proposals', async () => {
    const calendar = await addCalendar(PUBLIC)
    const [first, second] = [await propose(calendar), await propose(calendar)]
    const url = (one: { SubmissionId: number }) => `/api/calendars/submissions/${one.SubmissionId}`
    expect((await admin.delete(url(first))).statusCode).toBe(200)
    expect((await admin.get(url(first))).statusCode).toBe(404)
    expect((await admin.delete(`/api/calendars/${calendar}/1`)).statusCode).toBe(200)
    expect((await admin.get(url(second))).statusCode).toBe(404)
  })
})
