import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLEANUP, MEMBERS, openSubmissions, PUBLIC, type Submissions } from '#test/support/events/submissions'
import { expectShape } from '#test/support/server/contract-shape'

let bench: Submissions
beforeAll(async () => {
  bench = await openSubmissions()
})
afterAll(() => bench.server.close())

describe('GET /api/calendars/submissions (listCalendarSubmissions)', () => {
  test('returns those that wait, for callers with calendars:read', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    const { SubmissionId } = await bench.propose(calendar, { Title: 'Regatta' })
    const filter = encodeURIComponent(`State eq 'pending' and CalendarId eq ${calendar}`)
    const listed = await bench.admin.get(`/api/calendars/submissions?Filter=${filter}`)
    expectShape('listCalendarSubmissions', listed.json())
    expect(listed.json().Results).toMatchObject([{ SubmissionId, Actions: ['approve', 'decline', 'delete'] }])
  })
})

describe('GET /api/calendars/submissions/{submissionid} (getCalendarSubmission)', () => {
  test('returns a proposal with its version, without Actions for readers', async () => {
    const { SubmissionId } = await bench.propose(await bench.addCalendar(PUBLIC))
    const reader = await bench.server.caller(bench.admin.tenant, ['calendars:read'])
    const read = await reader.get(`/api/calendars/submissions/${SubmissionId}`)
    expectShape('getCalendarSubmission', read.json())
    expect([read.json().Actions, read.headers.etag]).toEqual([[], '"1"'])
    for (const way of ['approve', 'decline'])
      expect((await reader.post(`/api/calendars/submissions/${SubmissionId}/${way}`)).statusCode).toBe(403)
  })
})

describe('POST /api/calendars/submissions/{submissionid}/approve (approveCalendarSubmission)', () => {
  test('adds the item with corrections, once', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    const { SubmissionId } = await bench.propose(calendar, { RecurrenceRule: 'FREQ=WEEKLY;COUNT=3', Location: 'Pier' })
    const url = `/api/calendars/submissions/${SubmissionId}`
    const both = await Promise.all([
      bench.admin.post(`${url}/approve`, { Location: 'Pier 4' }),
      bench.admin.post(`${url}/approve`, { Location: 'Pier 4' }),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const approved = both.find(({ statusCode }) => statusCode === 200)?.json()
    expectShape('approveCalendarSubmission', approved)
    const [item, ...others] = await bench.itemsOf(calendar)
    expect(others).toEqual([])
    expect(item).toMatchObject({
      Title: 'Harbor cleanup',
      Location: 'Pier 4',
      Start: '2027-04-24T09:00:00',
      End: '2027-04-24T12:00:00',
      RecurrenceRule: 'FREQ=WEEKLY;COUNT=3',
      Status: 'confirmed',
    })
    expect(approved).toMatchObject({ State: 'approved', CalendarItemId: item?.CalendarItemId, Actions: ['delete'] })
    expect((await bench.admin.post(`${url}/decline`)).json().code).toBe('already-decided')
    await bench.admin.delete(`/api/calendars/${calendar}/items/${item?.CalendarItemId}`)
    expect((await bench.admin.get(url)).json().CalendarItemId).toBeNull()
  })

  test('keeps whole days, and writes nothing if the corrections are wrong', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    const times = { IsAllDay: true, Start: '2027-04-24', End: '2027-04-25', TimeZone: undefined }
    const { SubmissionId } = await bench.propose(calendar, times)
    const url = `/api/calendars/submissions/${SubmissionId}/approve`
    expect((await bench.admin.post(url, { Title: ' ' })).json().code).toBe('name-needed')
    expect((await bench.admin.post(url, {}, { 'if-match': '"7"' })).statusCode).toBe(412)
    expect(await bench.itemsOf(calendar)).toEqual([])
    expect((await bench.admin.post(url)).statusCode).toBe(200)
    expect(await bench.itemsOf(calendar)).toMatchObject([{ IsAllDay: true, Start: '2027-04-24', End: '2027-04-25' }])
  })
})

describe('POST /api/calendars/submissions/{submissionid}/approve (approveCalendarSubmission) without a body', () => {
  test('approves the proposal unchanged, and declines without a reason', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    const decide = async (way: string) => {
      const { SubmissionId } = await bench.propose(calendar)
      const url = `/api/calendars/submissions/${SubmissionId}/${way}`
      const headers = { authorization: `ApiKey ${bench.admin.key}` }
      return bench.server.app.inject({ method: 'POST', url, headers })
    }
    expect((await decide('approve')).json()).toMatchObject({ State: 'approved' })
    expect(await bench.itemsOf(calendar)).toMatchObject([CLEANUP])
    expect((await decide('decline')).json()).toMatchObject({ State: 'declined', Reason: null })
  })
})

describe('POST /api/calendars/submissions/{submissionid}/decline (declineCalendarSubmission)', () => {
  test('shows the reason to the member', async () => {
    const calendar = await bench.addCalendar(MEMBERS)
    const { SubmissionId } = (await bench.member.post(`/api/public/calendars/${calendar}/submissions`, CLEANUP)).json()
    const url = `/api/calendars/submissions/${SubmissionId}`
    const declined = await bench.admin.post(`${url}/decline`, { Reason: ' Too far away. ' })
    expectShape('declineCalendarSubmission', declined.json())
    const [shown] = (await bench.member.get('/api/self/calendarsubmissions')).json().Submissions
    expect(shown).toMatchObject({ SubmissionId, State: 'declined', Reason: 'Too far away.' })
    expect(await bench.itemsOf(calendar)).toEqual([])
  })
})

describe('GET /api/self/calendarsubmissions (listOwnCalendarSubmissions)', () => {
  test('returns only the proposals of the member, newest first', async () => {
    const calendar = await bench.addCalendar({ ...PUBLIC, ...MEMBERS })
    await bench.propose(calendar)
    const url = `/api/public/calendars/${calendar}/submissions`
    const ids = []
    for (const Title of ['First', 'Second'])
      ids.unshift((await bench.member.post(url, { ...CLEANUP, Title })).json().SubmissionId)
    const listed = (await bench.member.get('/api/self/calendarsubmissions')).json()
    expectShape('listOwnCalendarSubmissions', listed)
    const shown = (listed.Submissions as { SubmissionId: number }[]).map(({ SubmissionId }) => SubmissionId)
    expect(shown.slice(0, 2)).toEqual(ids)
    expect((await bench.admin.get('/api/self/calendarsubmissions')).json().code).toBe('not-a-member')
  })
})

describe('DELETE /api/calendars/submissions/{submissionid} (deleteCalendarSubmission)', () => {
  test('deletes a proposal, and deleting a calendar deletes its proposals', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    const first = await bench.propose(calendar)
    const second = await bench.propose(calendar)
    const url = (one: { SubmissionId: number }) => `/api/calendars/submissions/${one.SubmissionId}`
    expect((await bench.admin.delete(url(first))).statusCode).toBe(200)
    expect((await bench.admin.get(url(first))).statusCode).toBe(404)
    expect((await bench.admin.delete(`/api/calendars/${calendar}/1`)).statusCode).toBe(200)
    expect((await bench.admin.get(url(second))).statusCode).toBe(404)
  })
})

describe('DELETE /api/calendars/{calendarid}/{auditid} (deleteCalendar) with proposals', () => {
  test('records the deletion of each proposal, pending or decided', async () => {
    const calendar = await bench.addCalendar(PUBLIC)
    const pending = await bench.propose(calendar, { Title: 'Regatta' })
    const declined = await bench.propose(calendar)
    const other = await bench.propose(await bench.addCalendar(PUBLIC))
    const { admin, server } = bench
    await admin.post(`/api/calendars/submissions/${declined.SubmissionId}/decline`, { Reason: 'Too early' })
    const deleted = await admin.delete(`/api/calendars/${calendar}/1`)
    expect(deleted.statusCode, deleted.body).toBe(200)
    const of = { tenantId: admin.tenant.id, entity: 'calendarsubmission' }
    const { outboxEvent, auditEntry } = server.database.system
    const events = await outboxEvent.findMany({
      where: { ...of, kind: 'calendarsubmission.deleted', payload: { path: ['calendarId'], equals: calendar } },
      orderBy: { entityId: 'asc' },
    })
    expect(events).toMatchObject([
      { entityId: pending.SubmissionId, auditId: 2, payload: { title: 'Regatta', state: 'pending' } },
      { entityId: declined.SubmissionId, auditId: 3, payload: { state: 'declined' } },
    ])
    const entityId = declined.SubmissionId
    expect(await auditEntry.findFirst({ where: { ...of, entityId, action: 'deleted' } })).toMatchObject({
      auditId: 3,
      changes: { title: 'Harbor cleanup', state: 'declined', reason: 'Too early' },
    })
    expect((await admin.get(`/api/calendars/submissions/${other.SubmissionId}`)).statusCode).toBe(200)
  })
})
