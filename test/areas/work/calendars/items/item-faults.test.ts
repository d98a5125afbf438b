import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

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
const save = (id: number, body: object) => mine.post(`/api/calendars/${calendarId}/items/${id}`, body)

describe('POST /api/calendars/{calendarid}/items/{calendaritemid} (saveCalendarItem)', () => {
  test.each([
    ['no title', { Start: '2026-05-01T10:00' }, 422, 'name-needed', '/Title'],
    ['a title of spaces', { Title: ' ', Start: '2026-05-01T10:00' }, 422, 'name-needed', '/Title'],
    ['no start', { Title: 'x' }, 400, 'invalid-input', '/Start'],
    ['a start that is not a time', { Title: 'x', Start: 'tomorrow' }, 400, 'invalid-input', '/Start'],
    ['a day that is none', { Title: 'x', Start: '2026-02-30T10:00' }, 400, 'invalid-input', '/Start'],
    ['a day where an hour is needed', { Title: 'x', Start: '2026-05-01' }, 400, 'invalid-input', '/Start'],
    [
      'an hour where a day is needed',
      { Title: 'x', IsAllDay: true, Start: '2026-05-01T10:00' },
      400,
      'invalid-input',
      '/Start',
    ],
    ['a start in another age', { Title: 'x', Start: '1066-10-14T09:00' }, 400, 'invalid-input', '/Start'],
    [
      'an end before its start',
      { Title: 'x', Start: '2026-05-01T10:00', End: '2026-05-01T09:00' },
      422,
      'calendar-rule',
      '/End',
    ],
    [
      'a last day before the first',
      { Title: 'x', IsAllDay: true, Start: '2026-05-02', End: '2026-05-01' },
      422,
      'calendar-rule',
      '/End',
    ],
    [
      'a zone that is none',
      { Title: 'x', Start: '2026-05-01T10:00', TimeZone: 'Mars/Base' },
      422,
      'calendar-rule',
      '/TimeZone',
    ],
    [
      'an offset for a zone',
      { Title: 'x', Start: '2026-05-01T10:00', TimeZone: '+01:00' },
      422,
      'calendar-rule',
      '/TimeZone',
    ],
    [
      'a script for an address',
      { Title: 'x', Start: '2026-05-01T10:00', Url: 'javascript:x' },
      422,
      'wrong-address',
      '/Url',
    ],
    [
      'an address with a line break',
      { Title: 'x', Start: '2026-05-01T10:00', Url: 'https://a.example/\r\nX:1' },
      422,
      'wrong-address',
      '/Url',
    ],
    [
      'a status that is none',
      { Title: 'x', Start: '2026-05-01T10:00', Status: 'done' },
      400,
      'invalid-input',
      '/Status',
    ],
    [
      'a rule without FREQ',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'COUNT=2' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a rule by the second',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=SECONDLY' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a rule and a line more',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=DAILY\r\nDTSTART:1' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'COUNT and UNTIL',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=DAILY;COUNT=2;UNTIL=20270101' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a count too high',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=DAILY;COUNT=367' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a count of zero',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=DAILY;COUNT=0' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a count with a leading zero',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=DAILY;COUNT=02' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'an UNTIL that is not a day',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=DAILY;UNTIL=20261399' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'an UNTIL in another age',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=DAILY;UNTIL=99991231' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a moment in another age as UNTIL',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=DAILY;UNTIL=22000102T000000Z' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a COUNT that is only complete after a long time',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=DAILY;BYMONTHDAY=1;COUNT=100' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a weekday that few years have so often',
      { Title: 'x', Start: '2026-12-31T10:00', RecurrenceRule: 'FREQ=YEARLY;BYDAY=53TH' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'times of more than a year, one upon the other',
      { Title: 'x', Start: '2026-05-01T10:00', End: '2027-05-02T10:01', RecurrenceRule: 'FREQ=DAILY' },
      422,
      'calendar-rule',
      '/End',
    ],
    [
      'weekdays with and without a number',
      { Title: 'x', Start: '2026-05-04T10:00', RecurrenceRule: 'FREQ=YEARLY;BYDAY=MO,2TU' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'numbered weekdays on days of the month',
      { Title: 'x', Start: '2026-05-05T10:00', RecurrenceRule: 'FREQ=YEARLY;BYDAY=1TU;BYMONTHDAY=5' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a position in the set of a week',
      { Title: 'x', Start: '2026-05-05T10:00', RecurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,TU;BYSETPOS=2' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a rule that never falls',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'a rule that misses its start',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=WEEKLY;BYDAY=MO' },
      422,
      'calendar-rule',
      '/Start',
    ],
    [
      'a rule that ends before its start',
      { Title: 'x', Start: '2026-05-01T10:00', RecurrenceRule: 'FREQ=DAILY;UNTIL=20260430' },
      422,
      'calendar-rule',
      '/RecurrenceRule',
    ],
    [
      'an excluded start that is not a time',
      { Title: 'x', Start: '2026-05-01T10:00', ExcludedStarts: ['x'] },
      400,
      'invalid-input',
      '/ExcludedStarts/0',
    ],
  ])('rejects %s and names the field', async (_, body, status, code, pointer) => {
    const answer = await save(0, body)
    expect([answer.statusCode, answer.json().code], answer.body).toEqual([status, code])
    expect(answer.json().errors[0].pointer).toBe(pointer)
  })
})
