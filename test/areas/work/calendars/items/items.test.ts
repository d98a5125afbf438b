import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { expectShape } from '#test/support/server/contract-shape'

let server: TestApp
let mine: TestCaller
let calendarId: number
beforeAll(async () => {
  server = await buildTestApp()
  mine = await server.tenant()
  await setZone(mine, 'America/New_York')
  calendarId = await addCalendar(mine)
})
afterAll(() => server.close())

const setZone = (caller: TestCaller, timeZone: string) =>
  server.database.system.tenant.update({ where: { id: caller.tenant.id }, data: { timeZone } })
let calendars = 0
const addCalendar = async (caller: TestCaller): Promise<number> =>
  (await caller.post('/api/calendars/0', { Name: `Calendar ${calendars++}` })).json().CalendarId
const save = (id: number, body: object, headers?: Record<string, string>) =>
  mine.post(`/api/calendars/${calendarId}/items/${id}`, body, headers)
const create = async (body: object, calendar = calendarId) => {
  const answer = await mine.post(`/api/calendars/${calendar}/items/0`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('saveCalendarItem', answer.json())
  return answer.json()
}
const read = async (id: number) => {
  const answer = await mine.get(`/api/calendars/${calendarId}/items/${id}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('getCalendarItem', answer.json())
  return answer.json()
}
describe('POST /api/calendars/{calendarid}/items/{calendaritemid} (saveCalendarItem)', () => {
  test('keeps a start excluded if the clocks skip its new hour, and back', async () => {
    const series = { Title: 'Night', Start: '2026-03-28T10:00', RecurrenceRule: 'FREQ=DAILY;COUNT=3' }
    const ExcludedStarts = ['2026-03-29T10:00']
    const { CalendarItemId: id } = await create({ ...series, TimeZone: 'Europe/Berlin', ExcludedStarts })
    const skipped = await save(id, { AuditId: 1, Start: '2026-03-28T02:30' })
    expect(skipped.json().ExcludedStarts).toEqual(['2026-03-29T03:30:00'])
    const back = await save(id, { AuditId: 2, Start: '2026-03-28T10:00' })
    expect(back.json().ExcludedStarts).toEqual(['2026-03-29T10:00:00'])
  })

  test('keeps the rule and the exclusions when the zone, the hour or IsAllDay changes', async () => {
    const { CalendarItemId: id } = await create({
      Title: 'Series',
      Start: '2026-05-01T18:00',
      End: '2026-05-01T20:00',
      TimeZone: 'Europe/Berlin',
      RecurrenceRule: 'FREQ=WEEKLY;UNTIL=20260522',
      ExcludedStarts: ['2026-05-08T18:00'],
    })
    let AuditId = 1
    const change = async (body: object) => {
      const answer = await save(id, { ...body, AuditId: AuditId++ })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    }
    expect(await change({ TimeZone: 'America/Los_Angeles' })).toMatchObject({
      Start: '2026-05-01T18:00:00',
      RecurrenceRule: 'FREQ=WEEKLY;UNTIL=20260523T065959Z',
      ExcludedStarts: ['2026-05-08T18:00:00'],
    })
    const later = await change({ Start: '2026-05-01T23:00' })
    expect(later).toMatchObject({ End: '2026-05-02T01:00:00', ExcludedStarts: ['2026-05-08T23:00:00'] })
    const { RecurrenceRule } = later
    expect(await change({ IsAllDay: true, RecurrenceRule })).toMatchObject({
      Start: '2026-05-01',
      End: '2026-05-02',
      TimeZone: null,
      RecurrenceRule: 'FREQ=WEEKLY;UNTIL=20260522',
      ExcludedStarts: ['2026-05-08'],
    })
    expect((await save(id, { IsAllDay: false, AuditId })).json().errors[0].pointer).toBe('/Start')
    expect(await change({ IsAllDay: false, Start: '2026-05-01T09:00' })).toMatchObject({
      End: '2026-05-01T10:00:00',
      TimeZone: 'America/New_York',
      ExcludedStarts: ['2026-05-08T09:00:00'],
      RecurrenceRule: 'FREQ=WEEKLY;UNTIL=20260523T035959Z',
    })
  })

  test('moves exclusions with the hour if they are sent back unchanged', async () => {
    const series = { Start: '2026-05-01T18:00', RecurrenceRule: 'FREQ=WEEKLY', ExcludedStarts: ['2026-05-08T18:00'] }
    const read = await create({ Title: 'Series', ...series })
    const id = read.CalendarItemId
    const moved = (await save(id, { ...read, Start: '2026-05-01T19:00:00', End: '2026-05-01T20:00:00' })).json()
    expect(moved.ExcludedStarts).toEqual(['2026-05-08T19:00:00'])
    const days = { IsAllDay: true, Start: '2026-05-01', End: '2026-05-01' }
    expect((await save(id, { ...moved, ...days })).json().ExcludedStarts).toEqual(['2026-05-08'])
  })

  test('creates an item and changes the fields that are sent', async () => {
    const created = await create({
      Title: ' Board ',
      Description: 'Line 1\nLine 2',
      Location: 'Hall',
      Url: 'https://example.org/b?a=1,2',
      Start: '2026-11-24T18:30:00',
      End: '2026-11-24T20:00',
      TimeZone: 'europe/berlin',
    })
    expect(created).toMatchObject({
      AuditId: 1,
      CalendarId: calendarId,
      Title: 'Board',
      Description: 'Line 1\nLine 2',
      IsAllDay: false,
      Start: '2026-11-24T18:30:00',
      End: '2026-11-24T20:00:00',
      TimeZone: 'Europe/Berlin',
      StartsAt: '2026-11-24T17:30:00.000Z',
      EndsAt: '2026-11-24T19:00:00.000Z',
      RecurrenceRule: null,
      Status: 'confirmed',
      Sequence: 0,
      ExcludedStarts: [],
      Actions: ['edit', 'cancel', 'delete'],
    })
    const id = created.CalendarItemId
    expect(await read(id)).toEqual(created)
    const moved = await save(id, { AuditId: 1, Start: '2026-11-25T10:00:00', Location: null })
    expect(moved.headers.etag).toBe('"2"')
    expect(moved.json()).toMatchObject({
      Start: '2026-11-25T10:00:00',
      End: '2026-11-25T11:30:00',
      Location: null,
      Sequence: 1,
      Uid: created.Uid,
    })
  })

  test('accepts whole days without a zone, and hours with the tenant’s zone as the default', async () => {
    const fair = await create({ Title: 'Fair', IsAllDay: true, Start: '2026-05-01', End: '2026-05-03' })
    expect(fair).toMatchObject({
      Start: '2026-05-01',
      End: '2026-05-03',
      TimeZone: null,
      StartsAt: '2026-05-01T04:00:00.000Z',
      EndsAt: '2026-05-04T04:00:00.000Z',
    })
    const day = await create({ Title: 'Day', IsAllDay: true, Start: '2026-05-01', TimeZone: 'Europe/Paris' })
    expect(day).toMatchObject({ Start: '2026-05-01', End: '2026-05-01', TimeZone: null })
    const hour = await create({ Title: 'Hour', Start: '2026-07-01T09:00:00' })
    expect(hour).toMatchObject({ TimeZone: 'America/New_York', End: '2026-07-01T10:00:00' })
    const instant = await create({ Title: 'Instant', Start: '2026-07-01T09:00:00Z', TimeZone: 'Asia/Kolkata' })
    expect(instant).toMatchObject({ Start: '2026-07-01T14:30:00', StartsAt: '2026-07-01T09:00:00.000Z' })
    const turned = await save(hour.CalendarItemId, { AuditId: 1, IsAllDay: true, Start: '2026-07-02' })
    expect(turned.json()).toMatchObject({ IsAllDay: true, Start: '2026-07-02', End: '2026-07-02', TimeZone: null })
  })

  test('moves a start that the clocks skip, and uses the first of a time that occurs twice', async () => {
    const skipped = await create({ Title: 'Skipped', Start: '2026-03-29T02:30:00', TimeZone: 'Europe/Berlin' })
    expect(skipped).toMatchObject({ Start: '2026-03-29T03:30:00', StartsAt: '2026-03-29T01:30:00.000Z' })
    const twice = await create({ Title: 'Twice', Start: '2026-10-25T02:30:00', TimeZone: 'Europe/Berlin' })
    expect(twice).toMatchObject({ Start: '2026-10-25T02:30:00', StartsAt: '2026-10-25T00:30:00.000Z' })
  })

  test('keeps the version if nothing changes', async () => {
    const { CalendarItemId: id } = await create({ Title: 'Same', Start: '2026-05-01T10:00:00' })
    const same = await save(id, { AuditId: 1, Title: 'Same', Start: '2026-05-01T10:00:00', ExcludedStarts: [] })
    expect(same.json()).toMatchObject({ AuditId: 1, Sequence: 0 })
  })

  test('lets one of many requests with the same version succeed', async () => {
    const { CalendarItemId: id } = await create({ Title: 'Raced', Start: '2026-05-01T10:00:00' })
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => save(id, { AuditId: 1, Title: `${n}` })))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(answers.filter((answer) => answer.json().code === 'stale-audit-id')).toHaveLength(11)
    expect(await read(id)).toMatchObject({ AuditId: 2, Sequence: 1 })
  })
})

describe('POST /api/calendars/{calendarid}/items/{calendaritemid}/cancel (cancelCalendarItem)', () => {
  test('cancels the item once; a save confirms it again', async () => {
    const { CalendarItemId: id } = await create({ Title: 'Cancelled', Start: '2026-11-24T18:30' })
    await save(id, { AuditId: 1, Start: '2026-11-25T10:00' })
    const cancel = `/api/calendars/${calendarId}/items/${id}/cancel`
    expect((await mine.post(cancel, {}, { 'if-match': '"1"' })).statusCode).toBe(412)
    const cancelled = await mine.post(cancel, {}, { 'if-match': '"2"' })
    expectShape('cancelCalendarItem', cancelled.json())
    const expected = { Status: 'cancelled', AuditId: 3, Sequence: 2, Actions: ['edit', 'delete'] }
    expect(cancelled.json()).toMatchObject(expected)
    expect((await mine.post(cancel)).json()).toMatchObject({ AuditId: 3, Sequence: 2 })
    expect(await read(id)).toMatchObject(expected)
    expect((await save(id, { AuditId: 3, Status: 'confirmed' })).json()).toMatchObject({ Status: 'confirmed' })
  })
})

describe('DELETE /api/calendars/{calendarid}/items/{calendaritemid} (deleteCalendarItem)', () => {
  test('deletes the item, and returns 412 for an old version', async () => {
    const { CalendarItemId: id } = await create({ Title: 'Deleted', Start: '2026-11-24T18:30' })
    await save(id, { AuditId: 1, Title: 'Deleted later' })
    const path = `/api/calendars/${calendarId}/items/${id}`
    expect((await mine.delete(path, { 'if-match': '"1"' })).statusCode).toBe(412)
    expect((await mine.delete(path)).json()).toEqual({})
    expect((await mine.get(path)).statusCode).toBe(404)
  })
})

describe('GET /api/calendars/{calendarid}/items/{calendaritemid} (getCalendarItem)', () => {
  test('returns 404 for an item of another tenant or another calendar, as do changes', async () => {
    const other = await server.foreignTenant()
    const foreign = await addCalendar(other)
    const item = await other.post(`/api/calendars/${foreign}/items/0`, { Title: 'Theirs', Start: '2026-05-01T10:00' })
    const id = item.json().CalendarItemId
    const { CalendarItemId: own } = await create({ Title: 'Own', Start: '2026-05-01T10:00' })
    const elsewhere = await addCalendar(mine)
    for (const path of [`${foreign}/items/${id}`, `${calendarId}/items/${id}`, `${elsewhere}/items/${own}`]) {
      for (const answer of [
        await mine.get(`/api/calendars/${path}`),
        await mine.post(`/api/calendars/${path}`, { AuditId: 1, Title: 'Mine now' }),
        await mine.post(`/api/calendars/${path}/cancel`),
        await mine.delete(`/api/calendars/${path}`),
      ]) {
        expect(answer.statusCode, path).toBe(404)
      }
    }
    expect((await mine.get(`/api/calendars/${foreign}/items`)).statusCode).toBe(404)
    expect((await mine.get(`/api/calendars/${foreign}/occurrences?From=2026-01-01&To=2026-02-01`)).statusCode).toBe(404)
    expect(
      (await mine.post(`/api/calendars/${foreign}/items/0`, { Title: 'x', Start: '2026-05-01T10:00' })).statusCode,
    ).toBe(404)
    expect((await other.get(`/api/calendars/${foreign}/items/${id}`)).json()).toMatchObject({
      Title: 'Theirs',
      AuditId: 1,
    })
  })
})

describe('POST /api/calendars/{calendarid}/items/{calendaritemid} (saveCalendarItem)', () => {
  test('records each change and its event', async () => {
    const { CalendarItemId: id } = await create({ Title: 'Traced', Start: '2026-05-01T10:00' })
    await save(id, { AuditId: 1, Title: 'Traced again' })
    await mine.delete(`/api/calendars/${calendarId}/items/${id}`)
    const where = { tenantId: mine.tenant.id, entity: 'calendaritem', entityId: id }
    const events = await server.database.system.outboxEvent.findMany({ where, orderBy: { id: 'asc' } })
    const payload = { calendarId, title: 'Traced again', status: 'confirmed' }
    expect(events.map(({ kind, auditId, payload }) => [kind, auditId, payload])).toEqual([
      ['calendaritem.created', 1, { ...payload, title: 'Traced' }],
      ['calendaritem.updated', 2, payload],
      ['calendaritem.deleted', 3, payload],
    ])
    const trail = await server.database.system.auditEntry.findMany({ where, orderBy: { id: 'asc' } })
    expect(trail[1]?.changes).toEqual({ Title: { old: 'Traced', new: 'Traced again' } })
  })
})

describe('POST /api/calendars/{calendarid}/items/{calendaritemid} (saveCalendarItem)', () => {
  test('returns 422 too-many after ten thousand items', async () => {
    const calendar = await addCalendar(mine)
    await create({ Title: 'First', Start: '2026-05-01T10:00' }, calendar)
    await server.database.system.$executeRaw`insert into calendar_item (tenant_id, calendar_id, uid, title, status,
      is_all_day, local_start, local_end, time_zone, starts_at, ends_at, last_ends_at, changed_at)
      select tenant_id, calendar_id, gen_random_uuid(), title, status, is_all_day, local_start, local_end, time_zone,
        starts_at, ends_at, last_ends_at, changed_at
      from calendar_item, generate_series(1, 9999) where tenant_id = ${mine.tenant.id} and calendar_id = ${calendar}`
    const answer = await mine.post(`/api/calendars/${calendar}/items/0`, { Title: 'x', Start: '2026-05-01T10:00' })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'too-many'])
    const busy = await mine.get(`/api/calendars/${calendar}/occurrences?From=2026-05-01&To=2026-05-01`)
    expect([busy.statusCode, busy.json().code]).toEqual([422, 'too-many'])
  })
})
