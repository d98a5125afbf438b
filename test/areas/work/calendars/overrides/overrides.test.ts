import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'
import { addWeeklyItem } from '#test/support/work/calendars'

let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => new Date('2026-03-01T12:00:00Z') } })
  mine = await server.tenant()
})
afterAll(() => server.close())

const addItem = (body?: object) => addWeeklyItem(mine, body)
const feedOf = async (calendar: number) => {
  const { EntireUrl } = (await mine.get(`/api/calendars/${calendar}`)).json()
  return server.app.inject({ url: new URL(EntireUrl).pathname })
}
/** The only series of the feed with its exceptions, as an independent parser reads it. */
const expand = async (calendar: number) => {
  const component = new ICAL.Component(ICAL.parse((await feedOf(calendar)).body) as never)
  ICAL.TimezoneService.reset()
  for (const zone of component.getAllSubcomponents('vtimezone')) {
    ICAL.TimezoneService.register(new ICAL.Timezone(zone), String(zone.getFirstPropertyValue('tzid')))
  }
  const events = component.getAllSubcomponents('vevent')
  const [series] = events.filter((event) => !event.hasProperty('recurrence-id'))
  if (!series) throw new Error('the feed has no series')
  const event = new ICAL.Event(series)
  for (const one of events.filter((other) => other !== series)) event.relateException(new ICAL.Event(one))
  const iterator = event.iterator()
  const found: { Title: string; StartsAt: string; EndsAt: string; Status: string }[] = []
  for (let next = iterator.next(); next && found.length < 50; next = iterator.next()) {
    const { item, startDate, endDate } = event.getOccurrenceDetails(next)
    const [StartsAt, EndsAt] = [startDate, endDate].map((time) => time.toJSDate().toISOString()) as [string, string]
    const Status = String(item.component.getFirstPropertyValue('status')).toLowerCase()
    found.push({ Title: item.summary, StartsAt, EndsAt, Status })
  }
  return found.sort((a, b) => a.StartsAt.localeCompare(b.StartsAt))
}

describe('POST /api/calendars/{calendarid}/items/{calendaritemid}/occurrences/{start} (saveCalendarOccurrence)', () => {
  test('lists a moved occurrence only at its new time, also outside the series', async () => {
    const { change, within } = await addItem()
    await change('2026-03-15T10:00', { Start: '2026-01-05T09:00', End: '2026-01-05T10:00' })
    await change('2026-04-12T10:00', { Start: '2026-09-01T09:00' })
    const [early] = await within('2026-01-01', '2026-01-31')
    expect(early).toMatchObject({ StartsAt: '2026-01-05T08:00:00.000Z', EndsAt: '2026-01-05T09:00:00.000Z' })
    expect(await within('2026-09-01', '2026-09-01')).toMatchObject([{ Start: '2026-09-01T09:00:00' }])
    expect(await within('2026-03-15', '2026-03-15')).toEqual([])
    expect(await within('2026-04-12', '2026-04-12')).toEqual([])
  })

  test('replaces an earlier change, and a request without differences deletes it', async () => {
    const { change, read } = await addItem()
    await change('2026-03-22T10:00', { Title: 'Other', End: '2026-03-22T11:00' })
    const again = await change('2026-03-22T10:00', { Location: 'Library', Title: null })
    expect(again.ChangedOccurrences).toMatchObject([{ Title: null, Start: null, End: null, Location: 'Library' }])
    expect((await change('2026-03-22T10:00', { Location: ' Library' })).AuditId).toBe(again.AuditId)
    expect(await change('2026-03-22T10:00', {})).toMatchObject({ ChangedOccurrences: [], AuditId: again.AuditId + 1 })
    const { Sequence } = await read()
    expect((await change('2026-03-22T10:00', {})).Sequence).toBe(Sequence)
  })

  test('moves the change with the hour, zone and IsAllDay of the series, and drops it with its start', async () => {
    const { change, save, within } = await addItem()
    await change('2026-03-22T10:00', { Title: 'Renamed' })
    await change('2026-03-29T10:00', { Start: '2026-03-30T10:00' })
    await change('2026-04-05T10:00', { Start: '2026-04-05T20:00', End: '2026-04-05T21:00' })
    const starts = (item: {
      ChangedOccurrences: { OriginalStart: string; Start: string | null; End: string | null }[]
    }) => item.ChangedOccurrences.map(({ OriginalStart, Start, End }) => [OriginalStart, Start, End])
    expect(starts(await save({ Start: '2026-03-15T02:30' }))).toEqual([
      ['2026-03-22T02:30:00', null, null],
      ['2026-03-29T03:30:00', '2026-03-30T02:30:00', '2026-03-30T04:30:00'],
      ['2026-04-05T02:30:00', '2026-04-05T20:00:00', '2026-04-05T21:00:00'],
    ])
    await save({ Start: '2026-03-15T09:00', TimeZone: 'America/New_York' })
    expect(await within('2026-03-22', '2026-03-22')).toMatchObject([
      { Title: 'Renamed', StartsAt: '2026-03-22T13:00:00.000Z' },
    ])
    const days = await save({ IsAllDay: true })
    expect(starts(days)).toEqual([
      ['2026-03-22', null, null],
      ['2026-03-29', '2026-03-30', '2026-03-30'],
      ['2026-04-05', '2026-04-05', '2026-04-05'],
    ])
    expect(starts(await save({ ExcludedStarts: ['2026-04-05'] }))).toHaveLength(2)
    expect(starts(await save({ IsAllDay: false, Start: '2026-03-15T08:00', TimeZone: 'Europe/Berlin' }))).toEqual([
      ['2026-03-22T08:00:00', null, null],
      ['2026-03-29T08:00:00', '2026-03-30T08:00:00', '2026-03-30T09:00:00'],
    ])
    expect(starts(await save({ RecurrenceRule: 'FREQ=WEEKLY;COUNT=2' }))).toEqual([['2026-03-22T08:00:00', null, null]])
    expect(starts(await save({ RecurrenceRule: null }))).toEqual([])
  })
})

describe('GET /api/public/calendars/{feed} (readCalendarFeed)', () => {
  test('contains the same times as the list of occurrences across a change of the clocks', async () => {
    const { change, within, calendar, item } = await addItem()
    await change('2026-03-22T10:00', { Start: '2026-03-31T09:00', End: '2026-03-31T10:30', Title: 'Late' })
    await change('2026-03-29T10:00', { IsCancelled: true })
    await change('2026-04-05T10:00', { Start: '2026-03-28T10:00' })
    await change('2026-04-12T10:00', { Title: 'Renamed' })
    const listed = (await within('2026-03-01', '2026-04-30')).map(({ Title, StartsAt, EndsAt, Status }) => ({
      Title,
      StartsAt,
      EndsAt,
      Status,
    }))
    expect(listed.map(({ StartsAt }) => StartsAt)).toEqual([
      ...['2026-03-15T09:00:00.000Z', '2026-03-28T09:00:00.000Z', '2026-03-29T08:00:00.000Z'],
      ...['2026-03-31T07:00:00.000Z', '2026-04-12T08:00:00.000Z'],
    ])
    expect(await expand(calendar)).toEqual(listed)
    const { body } = await feedOf(calendar)
    const one = body
      .split('BEGIN:VEVENT')
      .find((text) => text.includes('RECURRENCE-ID;TZID=Europe/Berlin:20260329T100000'))
    for (const line of [
      `UID:${item.Uid}`,
      'SEQUENCE:4',
      'STATUS:CANCELLED',
      'LOCATION:Hall',
      'DESCRIPTION:All come.',
    ]) {
      expect(one?.split('\r\n')).toContain(line)
    }
    expect(one).not.toContain('RRULE')
  })

  test('contains changed whole days as dates, and cancels them with the series', async () => {
    const days = { IsAllDay: true, Start: '2026-03-15', End: '2026-03-16', TimeZone: null }
    const { change, within, calendar, path } = await addItem(days)
    await change('2026-03-29', { Start: '2026-03-27', End: '2026-03-27' })
    await change('2026-04-05', { Title: 'Easter' })
    expect((await within('2026-03-20', '2026-04-06')).map(({ Start, End }) => [Start, End])).toEqual([
      ['2026-03-22', '2026-03-23'],
      ['2026-03-27', '2026-03-27'],
      ['2026-04-05', '2026-04-06'],
    ])
    expect((await feedOf(calendar)).body).toContain(
      'RECURRENCE-ID;VALUE=DATE:20260329\r\nDTSTART;VALUE=DATE:20260327\r\nDTEND;VALUE=DATE:20260328\r\n',
    )
    await mine.post(`${path}/cancel`)
    expect(new Set((await within('2026-03-01', '2026-04-30')).map(({ Status }) => Status))).toEqual(
      new Set(['cancelled']),
    )
  })

  test('contains an ended series while its last occurrence is moved to a later time', async () => {
    const past = { Start: '2024-03-15T10:00', End: '2024-03-15T12:00', RecurrenceRule: 'FREQ=DAILY;COUNT=2' }
    const { change, calendar } = await addItem(past)
    expect((await feedOf(calendar)).body).not.toContain('VEVENT')
    await change('2024-03-16T10:00', { Start: '2026-06-01T10:00' })
    expect((await feedOf(calendar)).body).toContain('DTSTART;TZID=Europe/Berlin:20260601T100000')
  })
})

describe('POST /api/calendars/{calendarid}/items/{calendaritemid} (saveCalendarItem): a series that moves to other days', () => {
  const starts = (item: {
    ChangedOccurrences: { OriginalStart: string; Start: string | null; IsCancelled: boolean }[]
  }) => item.ChangedOccurrences.map(({ OriginalStart, Start, IsCancelled }) => [OriginalStart, Start, IsCancelled])
  const tuesdays = {
    Start: '2027-02-02T18:00',
    End: '2027-02-02T20:00',
    RecurrenceRule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=5',
    ExcludedStarts: ['2027-02-23T18:00'],
  }

  test('moves cancelled, moved and excluded meetings along', async () => {
    const { change, save, within } = await addItem(tuesdays)
    await change('2027-02-09T18:00', { IsCancelled: true })
    await change('2027-02-16T18:00', { Start: '2027-02-18T18:00', End: '2027-02-18T20:00' })
    const rule = 'FREQ=WEEKLY;BYDAY=WE;COUNT=5'
    const moved = await save({ Start: '2027-02-03T19:00', End: '2027-02-03T21:00', RecurrenceRule: rule })
    expect(starts(moved)).toEqual([
      ['2027-02-10T19:00:00', null, true],
      ['2027-02-17T19:00:00', '2027-02-19T19:00:00', false],
    ])
    expect(moved.ExcludedStarts).toEqual(['2027-02-24T19:00:00'])
    const shown = (await within('2027-02-01', '2027-03-31')).filter(({ Status }) => Status !== 'cancelled')
    expect(shown.map(({ Start }) => Start)).toEqual([
      '2027-02-03T19:00:00',
      '2027-02-19T19:00:00',
      '2027-03-03T19:00:00',
    ])
  })

  test('leaves them where the series has their days, and drops those of a shorter series', async () => {
    const { change, save } = await addItem({ ...tuesdays, RecurrenceRule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=8' })
    await change('2027-02-16T18:00', { IsCancelled: true })
    await change('2027-03-16T18:00', { IsCancelled: true })
    expect(starts(await save({ Start: '2027-02-09T18:00', End: '2027-02-09T20:00' }))).toEqual([
      ['2027-02-16T18:00:00', null, true],
      ['2027-03-16T18:00:00', null, true],
    ])
    expect(starts(await save({ RecurrenceRule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=4' }))).toEqual([
      ['2027-02-16T18:00:00', null, true],
    ])
  })

  test('counts the meetings of two days of the week', async () => {
    const { change, save } = await addItem({
      Start: '2027-02-01T18:00',
      End: '2027-02-01T20:00',
      RecurrenceRule: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=8',
    })
    await change('2027-02-08T18:00', { IsCancelled: true })
    await change('2027-02-10T18:00', { Title: 'Late' })
    const rule = 'FREQ=WEEKLY;BYDAY=WE,FR;COUNT=8'
    expect(starts(await save({ Start: '2027-02-03T18:00', End: '2027-02-03T20:00', RecurrenceRule: rule }))).toEqual([
      ['2027-02-10T18:00:00', null, true],
      ['2027-02-12T18:00:00', null, false],
    ])
  })
})
