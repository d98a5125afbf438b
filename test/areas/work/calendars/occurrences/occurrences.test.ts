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
const create = async (body: object, calendar = calendarId) => {
  const answer = await mine.post(`/api/calendars/${calendar}/items/0`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('saveCalendarItem', answer.json())
  return answer.json()
}
const occurrences = async (calendar: number, from: string, to: string) => {
  const answer = await mine.get(`/api/calendars/${calendar}/occurrences?From=${from}&To=${to}`)
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape('listCalendarOccurrences', answer.json())
  return answer.json() as { Start: string; End: string; StartsAt: string; EndsAt: string; Status: string }[]
}

describe('GET /api/calendars/{calendarid}/occurrences (listCalendarOccurrences)', () => {
  test('lists each occurrence of a repeated item at the same hour across both changes of the clocks', async () => {
    const calendar = await addCalendar(mine)
    const weekly = { RecurrenceRule: 'rrule:FREQ=WEEKLY;UNTIL=20270101;BYDAY=SU', TimeZone: 'Europe/Berlin' }
    const { RecurrenceRule } = await create({ Title: 'Weekly', Start: '2026-03-22T10:00', ...weekly }, calendar)
    expect(RecurrenceRule).toBe('FREQ=WEEKLY;UNTIL=20270101T225959Z;BYDAY=SU')
    const spring = await occurrences(calendar, '2026-03-22', '2026-04-05')
    expect(spring.map(({ Start, StartsAt }) => [Start, StartsAt])).toEqual([
      ['2026-03-22T10:00:00', '2026-03-22T09:00:00.000Z'],
      ['2026-03-29T10:00:00', '2026-03-29T08:00:00.000Z'],
      ['2026-04-05T10:00:00', '2026-04-05T08:00:00.000Z'],
    ])
    const autumn = await occurrences(calendar, '2026-10-18T00:00:00Z', '2026-10-25T09:00:01Z')
    expect(autumn.map(({ StartsAt }) => StartsAt)).toEqual(['2026-10-18T08:00:00.000Z', '2026-10-25T09:00:00.000Z'])
    expect(await occurrences(calendar, '2026-12-28', '2027-06-01')).toEqual([])
  })

  test('keeps the length of the first occurrence, also when the clocks change during one', async () => {
    const calendar = await addCalendar(mine)
    const overnight = { Start: '2027-03-20T20:00', End: '2027-03-21T08:00', TimeZone: 'Europe/Berlin' }
    await create({ Title: 'Night', ...overnight, RecurrenceRule: 'FREQ=WEEKLY;COUNT=3' }, calendar)
    const shifts = await occurrences(calendar, '2027-03-20', '2027-04-10')
    expect(shifts.map(({ End }) => End.slice(11))).toEqual(['08:00:00', '09:00:00', '08:00:00'])
  })

  test('lists all occurrences that overlap the span, also of daily items that last a year', async () => {
    const calendar = await addCalendar(mine)
    const year = { Start: '2026-01-01T10:00', End: '2027-01-02T10:00', RecurrenceRule: 'FREQ=DAILY' }
    await create({ Title: 'Year', ...year }, calendar)
    expect(await occurrences(calendar, '2036-05-01', '2036-05-01')).toHaveLength(367)
    expect(await occurrences(calendar, '2036-01-01', '2036-12-31')).toHaveLength(732)
  })

  test.each([
    [
      'Africa/Casablanca',
      { Start: '2026-01-01T01:30', RecurrenceRule: 'FREQ=WEEKLY;BYDAY=TH' },
      ['2030-12-18', '2031-01-31'],
      ['12-19T00:30', '12-26T01:30', '01-02T01:30', '01-09T01:30', '01-16T01:30', '01-23T01:30', '01-30T00:30'],
    ],
    [
      'America/New_York',
      { Start: '2026-03-06T02:30', RecurrenceRule: 'FREQ=DAILY;COUNT=5' },
      ['2026-03-01', '2026-03-31'],
      ['03-06T07:30', '03-07T07:30', '03-08T07:30', '03-09T06:30', '03-10T06:30'],
    ],
    [
      'Pacific/Apia',
      { Start: '2011-12-28T10:00', RecurrenceRule: 'FREQ=DAILY;COUNT=5' },
      ['2011-12-01', '2012-01-31'],
      ['12-28T20:00', '12-29T20:00', '12-30T20:00', '12-31T20:00'],
    ],
    [
      'Australia/Lord_Howe',
      { Start: '2026-10-03T02:15', RecurrenceRule: 'FREQ=DAILY;COUNT=3', ExcludedStarts: ['2026-10-04T02:15'] },
      ['2026-10-01', '2026-10-31'],
      ['10-02T15:45', '10-04T15:15'],
    ],
  ])('keeps the hour in %s, which has unusual changes of the clocks', async (TimeZone, times, [from, to], wanted) => {
    const calendar = await addCalendar(mine)
    await create({ Title: 'Odd', TimeZone, ...times }, calendar)
    const found = await occurrences(calendar, from ?? '', to ?? '')
    expect(found.map(({ StartsAt }) => StartsAt.slice(5, 16))).toEqual(wanted)
  })

  test.each([
    ['America/New_York', '02:00', ['05-01T06:00', '05-02T06:00']],
    ['Europe/Berlin', '23:30', ['05-01T21:30', '05-02T21:30']],
    ['Pacific/Auckland', '00:00', ['04-30T12:00', '05-01T12:00']],
  ])('includes the whole last day of UNTIL in %s, and nothing after it', async (TimeZone, hour, wanted) => {
    const calendar = await addCalendar(mine)
    const rule = { TimeZone, Start: `2026-05-01T${hour}`, RecurrenceRule: 'FREQ=DAILY;UNTIL=20260502' }
    await create({ Title: 'Until', ...rule }, calendar)
    const found = await occurrences(calendar, '2026-04-01', '2026-05-31')
    expect(found.map(({ StartsAt }) => StartsAt.slice(5, 16))).toEqual(wanted)
  })

  test("lists whole days from midnight to midnight in the tenant's time zone", async () => {
    const calendar = await addCalendar(mine)
    const days = { IsAllDay: true, Start: '2026-03-06', End: '2026-03-07', RecurrenceRule: 'FREQ=DAILY;INTERVAL=2' }
    await create({ Title: 'Days', ...days }, calendar)
    expect(await occurrences(calendar, '2026-03-08', '2026-03-08')).toMatchObject([
      { Start: '2026-03-08', StartsAt: '2026-03-08T05:00:00.000Z', EndsAt: '2026-03-10T04:00:00.000Z' },
    ])
  })

  test('leaves out excluded occurrences, includes cancelled ones, and excludes the ends of the span', async () => {
    const calendar = await addCalendar(mine)
    const rule = 'FREQ=MONTHLY;COUNT=4;BYDAY=-1FR'
    const ExcludedStarts = ['2026-02-27', '2026-02-27']
    const days = { IsAllDay: true, Start: '2026-01-30', End: '2026-01-31', RecurrenceRule: rule, ExcludedStarts }
    const item = await create({ Title: 'Retreat', ...days }, calendar)
    expect(item.ExcludedStarts).toEqual(['2026-02-27'])
    await mine.post(`/api/calendars/${calendar}/items/${item.CalendarItemId}/cancel`)
    const found = await occurrences(calendar, '2026-01-31', '2026-12-31')
    expect(found.map(({ Start, End, Status }) => [Start, End, Status])).toEqual([
      ['2026-01-30', '2026-01-31', 'cancelled'],
      ['2026-03-27', '2026-03-28', 'cancelled'],
      ['2026-04-24', '2026-04-25', 'cancelled'],
    ])
    expect((await occurrences(calendar, '2026-02-01', '2026-02-28')).length).toBe(0)
  })

  test.each([
    ['From', 'From=soon&To=2026-02-01', 'query:From'],
    ['To', 'From=2026-01-01&To=later', 'query:To'],
    ['To before From', 'From=2026-02-01&To=2026-01-01', 'query:To'],
    ['more than a year', 'From=2026-01-01&To=2027-06-01', 'query:To'],
    ['a year before all calendars', 'From=0001-01-01&To=0001-02-01', 'query:From'],
    ['a year after all calendars', 'From=2026-01-01&To=9999-12-31', 'query:To'],
    ['no From', 'To=2027-06-01', 'query:From'],
  ])('rejects %s', async (_, query, pointer) => {
    const answer = await mine.get(`/api/calendars/${calendarId}/occurrences?${query}`)
    expect([answer.statusCode, answer.json().errors[0].pointer]).toEqual([400, pointer])
  })
})
