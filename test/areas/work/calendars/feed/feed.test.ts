import ICAL from 'ical.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp, type TestCaller } from '#test/support/build-app'

let now = new Date('2026-03-01T12:00:00Z')
let server: TestApp
let mine: TestCaller
beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => now } })
  mine = await server.tenant()
})
afterAll(() => server.close())

interface Published {
  id: number
  path: string
}
let published = 0
const publish = async (body: object = {}): Promise<Published> => {
  const made = await mine.post('/api/calendars/0', {
    Name: `Feed ${published++}`,
    IsICalPublishingEnabled: true,
    ...body,
  })
  const id = made.json().CalendarId
  const { EntireUrl } = (await mine.get(`/api/calendars/${id}`)).json()
  return { id, path: new URL(EntireUrl).pathname }
}
const save = async ({ id }: Published, item: number | string, body: object) => {
  const answer = await mine.post(`/api/calendars/${id}/items/${item}`, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const fetch = async ({ path }: Published, headers: Record<string, string> = {}) => {
  const answer = await server.app.inject({ url: path, headers })
  expect([200, 304]).toContain(answer.statusCode)
  return answer
}
/** The feed as an independent parser reads it, with the zones that the feed defines. */
const read = async (calendar: Published) => {
  const answer = await fetch(calendar)
  const component = new ICAL.Component(ICAL.parse(answer.body) as never)
  ICAL.TimezoneService.reset()
  for (const zone of component.getAllSubcomponents('vtimezone')) {
    ICAL.TimezoneService.register(new ICAL.Timezone(zone), String(zone.getFirstPropertyValue('tzid')))
  }
  return { component, events: component.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event)), answer }
}
const propertyOf = (event: InstanceType<typeof ICAL.Event> | undefined, name: string) =>
  String(event?.component.getFirstPropertyValue(name))
const startsOf = (event: InstanceType<typeof ICAL.Event> | undefined, count: number): string[] => {
  const iterator = event?.iterator()
  return Array.from({ length: count }, () => iterator?.next()?.toJSDate().toISOString() ?? '')
}

describe('GET /api/public/calendars/{feed} (readCalendarFeed)', () => {
  test('returns iCalendar with the texts of items, with any characters', async () => {
    const calendar = await publish({ Name: 'Wïde; comma, \\ back', Description: 'One\nTwo' })
    const Title = `Board; "annual", ${'é𝄞'.repeat(50)}`
    const texts = { Title, Description: 'a\\n, b;\nc', Location: 'Hall, 2', Url: 'https://example.org/?a=1,2;3' }
    await save(calendar, 0, { ...texts, Start: '2026-05-01T10:00', TimeZone: 'Europe/Berlin' })
    const { component, events, answer } = await read(calendar)
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(answer.body.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(answer.body).not.toMatch(/[^\r]\n/)
    expect(component.getFirstPropertyValue('version')).toBe('2.0')
    expect(answer.body).toContain('\r\nX-WR-CALNAME:Wïde\\; comma\\, \\\\ back\r\n')
    const [event] = events
    expect(event).toMatchObject({ summary: Title, description: 'a\\n, b;\nc', location: 'Hall, 2' })
    expect(propertyOf(event, 'url')).toBe('https://example.org/?a=1,2;3')
    expect(propertyOf(event, 'dtstamp')).toMatch(/Z$/)
    expect(event?.startDate.toJSDate().toISOString()).toBe('2026-05-01T08:00:00.000Z')
    expect(event?.endDate.toJSDate().toISOString()).toBe('2026-05-01T09:00:00.000Z')
  })

  test('keeps the UID, increases SEQUENCE with each change and shows cancellations', async () => {
    const calendar = await publish()
    const item = await save(calendar, 0, { Title: 'One', Start: '2026-05-01T10:00' })
    const seen: [string, number, string][] = []
    const look = async () => {
      const [event] = (await read(calendar)).events
      seen.push([propertyOf(event, 'uid'), Number(propertyOf(event, 'sequence')), propertyOf(event, 'status')])
    }
    await look()
    await save(calendar, item.CalendarItemId, { AuditId: 1, Start: '2026-05-02T10:00' })
    await look()
    await save(calendar, item.CalendarItemId, { AuditId: 2, Status: 'tentative' })
    await look()
    await mine.post(`/api/calendars/${calendar.id}/items/${item.CalendarItemId}/cancel`)
    await look()
    await save(calendar, item.CalendarItemId, { AuditId: 4, Status: 'confirmed' })
    await look()
    expect(seen).toEqual(
      ['CONFIRMED', 'CONFIRMED', 'TENTATIVE', 'CANCELLED', 'CONFIRMED'].map((status, n) => [item.Uid, n, status]),
    )
    await mine.delete(`/api/calendars/${calendar.id}/items/${item.CalendarItemId}`)
    expect((await read(calendar)).events).toEqual([])
  })

  test.each([
    [
      'Europe/Berlin',
      '2026-03-22T10:00',
      ['2026-03-22T09:00', '2026-03-29T08:00'],
      '2026-10-18T10:00',
      ['2026-10-18T08:00', '2026-10-25T09:00'],
    ],
    [
      'America/New_York',
      '2026-03-01T19:30',
      ['2026-03-02T00:30', '2026-03-08T23:30'],
      '2026-10-25T19:30',
      ['2026-10-25T23:30', '2026-11-02T00:30'],
    ],
    [
      'Australia/Lord_Howe',
      '2026-03-29T08:00',
      ['2026-03-28T21:00', '2026-04-04T21:30'],
      '2026-09-27T08:00',
      ['2026-09-26T21:30', '2026-10-03T21:00'],
    ],
    [
      'Pacific/Chatham',
      '2026-03-29T08:00',
      ['2026-03-28T18:15', '2026-04-04T19:15'],
      '2026-09-20T08:00',
      ['2026-09-19T19:15', '2026-09-26T18:15'],
    ],
    [
      'Africa/Casablanca',
      '2026-02-08T10:00',
      ['2026-02-08T09:00', '2026-02-15T10:00'],
      '2026-03-15T10:00',
      ['2026-03-15T10:00', '2026-03-22T09:00'],
    ],
    [
      'Asia/Jerusalem',
      '2026-03-20T12:00',
      ['2026-03-20T10:00', '2026-03-27T09:00'],
      '2026-10-23T12:00',
      ['2026-10-23T09:00', '2026-10-30T10:00'],
    ],
    [
      'Asia/Kathmandu',
      '2026-03-22T10:00',
      ['2026-03-22T04:15', '2026-03-29T04:15'],
      '2026-10-18T10:00',
      ['2026-10-18T04:15', '2026-10-25T04:15'],
    ],
  ])(
    'has the correct times in %s across both changes of the clocks',
    async (TimeZone, spring, inSpring, autumn, inAutumn) => {
      const calendar = await publish()
      for (const Start of [spring, autumn])
        await save(calendar, 0, { Title: Start, Start, TimeZone, RecurrenceRule: 'FREQ=WEEKLY' })
      const { events } = await read(calendar)
      const startsIn = (title: string) =>
        startsOf(
          events.find(({ summary }) => summary === title),
          2,
        )
      expect(startsIn(spring)).toEqual(inSpring.map((moment) => `${moment}:00.000Z`))
      expect(startsIn(autumn)).toEqual(inAutumn.map((moment) => `${moment}:00.000Z`))
    },
  )

  test('contains the same times as the list of occurrences, for all kinds of rules', async () => {
    const calendar = await publish()
    const rules: [string, string][] = [
      ['2026-01-05T09:00', 'FREQ=DAILY;INTERVAL=3;UNTIL=20261231'],
      ['2026-01-05T09:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;WKST=MO'],
      ['2026-01-27T18:00', 'FREQ=MONTHLY;BYDAY=-1TU;COUNT=11'],
      ['2026-01-31T18:00', 'FREQ=MONTHLY;BYMONTHDAY=31'],
      ['2026-01-30T18:00', 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1'],
      ['2026-02-01T08:00', 'FREQ=YEARLY;BYMONTH=2,8;BYDAY=1SU'],
    ]
    for (const [Start, RecurrenceRule] of rules) {
      await save(calendar, 0, { Title: RecurrenceRule, Start, RecurrenceRule, TimeZone: 'America/New_York' })
    }
    const url = `/api/calendars/${calendar.id}/occurrences?From=2026-01-01&To=2026-12-31`
    const listed = (await mine.get(url)).json() as { Title: string; StartsAt: string }[]
    const { events } = await read(calendar)
    for (const [, rule] of rules) {
      const event = events.find(({ summary }) => summary === rule)
      const wanted = listed.filter(({ Title }) => Title === rule).map(({ StartsAt }) => StartsAt)
      expect(wanted.length, rule).toBeGreaterThan(1)
      expect(startsOf(event, wanted.length), rule).toEqual(wanted)
    }
  })

  test('contains whole days as dates with an exclusive end, and leaves excluded starts out', async () => {
    const calendar = await publish()
    const days = {
      IsAllDay: true,
      Start: '2026-05-01',
      End: '2026-05-02',
      RecurrenceRule: 'FREQ=WEEKLY;UNTIL=20260522',
    }
    await save(calendar, 0, { Title: 'Days', ...days, ExcludedStarts: ['2026-05-08'] })
    const hours = {
      Start: '2026-05-01T10:00',
      RecurrenceRule: 'FREQ=DAILY;COUNT=3',
      ExcludedStarts: ['2026-05-02T10:00'],
    }
    await save(calendar, 0, { Title: 'Hours', ...hours, TimeZone: 'Europe/Paris' })
    const { events, answer } = await read(calendar)
    expect(answer.body).toContain('DTSTART;VALUE=DATE:20260501\r\nDTEND;VALUE=DATE:20260503\r\n')
    const starts = (title: string) => {
      const iterator = events.find(({ summary }) => summary === title)?.iterator()
      return Array.from({ length: 4 }, () => iterator?.next()?.toString())
    }
    expect(starts('Days')).toEqual(['2026-05-01', '2026-05-15', '2026-05-22', undefined])
    expect(starts('Hours')).toEqual(['2026-05-01T10:00:00', '2026-05-03T10:00:00', undefined, undefined])
  })

  test('identifies excluded and changed starts by the rule, also if the clocks skip them', async () => {
    const calendar = await publish()
    const series = { Start: '2027-03-27T02:30', TimeZone: 'Europe/Berlin', RecurrenceRule: 'FREQ=DAILY;COUNT=3' }
    await save(calendar, 0, { Title: 'Without', ...series, ExcludedStarts: ['2027-03-28T03:30'] })
    const { CalendarItemId } = await save(calendar, 0, { Title: 'Moved', ...series })
    const change = { AuditId: 1, Start: '2027-03-28T12:00' }
    await save(calendar, `${CalendarItemId}/occurrences/2027-03-28T03:30:00`, change)
    const [without, moved] = (await read(calendar)).events.filter((event) => event.isRecurring())
    expect(startsOf(without, 2)).toEqual(['2027-03-27T01:30:00.000Z', '2027-03-29T00:30:00.000Z'])
    const skipped = ICAL.Time.fromDateTimeString('2027-03-28T02:30:00')
    expect(moved?.getOccurrenceDetails(skipped).startDate.toString()).toBe('2027-03-28T12:00:00')
  })

  test('contains items from times with offsets in seconds, and their current times', async () => {
    const calendar = await publish()
    const founding = { Start: '1962-05-07T12:00', RecurrenceRule: 'FREQ=YEARLY', TimeZone: 'Africa/Monrovia' }
    const { CalendarItemId } = await save(calendar, 0, { Title: 'Founding day', ...founding })
    const { events } = await read(calendar)
    expect(startsOf(events[0], 65).at(-1)).toBe('2026-05-07T12:00:00.000Z')
    const listed = await mine.get(`/api/calendars/${calendar.id}/occurrences?From=2026-05-01&To=2026-05-31`)
    expect(listed.json()).toMatchObject([{ CalendarItemId, StartsAt: '2026-05-07T12:00:00.000Z' }])
  })

  test('writes an item without length without DTEND', async () => {
    const calendar = await publish()
    await save(calendar, 0, { Title: 'Deadline', Start: '2026-05-01T12:00', End: '2026-05-01T12:00' })
    expect((await fetch(calendar)).body).not.toContain('DTEND')
  })

  test('is empty but valid while the calendar is inactive, and leaves out items that ended over a year ago', async () => {
    const calendar = await publish()
    await save(calendar, 0, { Title: 'Long ago', Start: '2024-05-01T10:00' })
    await save(calendar, 0, { Title: 'Still repeated', Start: '2024-05-01T10:00', RecurrenceRule: 'FREQ=YEARLY' })
    expect((await read(calendar)).events.map(({ summary }) => summary)).toEqual(['Still repeated'])
    await mine.post(`/api/calendars/${calendar.id}`, { AuditId: 1, IsActive: false })
    const { events, component } = await read(calendar)
    expect(events).toEqual([])
    expect(component.getAllSubcomponents('vtimezone')).toHaveLength(1)
  })

  test('requires no credential, and returns 304 by ETag and Last-Modified', async () => {
    const calendar = await publish()
    const item = await save(calendar, 0, { Title: 'One', Start: '2026-05-01T10:00' })
    expect((await fetch(calendar)).headers, 'another change may follow').not.toHaveProperty('last-modified')
    now = new Date('2026-03-01T12:00:01Z')
    const first = await fetch(calendar)
    const tag = String(first.headers.etag)
    expect(first.headers['last-modified']).toBe('Sun, 01 Mar 2026 12:00:00 GMT')
    expect(first.headers['cache-control']).toBe('private, no-cache')
    expect((await fetch(calendar)).body).toBe(first.body)
    const same = await fetch(calendar, { 'if-none-match': `"x", W/${tag}` })
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', tag])
    const since = { 'if-modified-since': 'Sun, 01 Mar 2026 12:00:00 GMT' }
    expect((await fetch(calendar, since)).statusCode).toBe(304)
    expect((await fetch(calendar, { ...since, 'if-none-match': '"x"' })).statusCode).toBe(200)
    now = new Date('2026-03-01T12:05:00Z')
    await save(calendar, item.CalendarItemId, { AuditId: 1, Title: 'Two' })
    expect((await fetch(calendar, since)).statusCode).toBe(200)
    expect((await fetch(calendar, { 'if-none-match': tag })).statusCode).toBe(200)
    const head = await server.app.inject({ method: 'HEAD', url: calendar.path })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  test('returns 404 for the number of another tenant and for a wrong or shortened secret', async () => {
    const calendar = await publish()
    const other = await server.tenant()
    const [tenant, secret] = /([0-9a-z]+)-([\w-]{32})\.ics$/.exec(calendar.path)?.slice(1) ?? []
    expect(Number.parseInt(tenant ?? '', 36)).toBe(mine.tenant.id)
    for (const wrong of [
      `${other.tenant.id.toString(36)}-${secret}.ics`,
      `${tenant}-${'A'.repeat(32)}.ics`,
      `${tenant}-${secret?.slice(1)}.ics`,
      `zzzzzz-${secret}.ics`,
      'x.ics',
      `${tenant}-${secret}.ics.ics`,
    ]) {
      const answer = await server.app.inject({ url: `/api/public/calendars/${wrong}` })
      expect([answer.statusCode, answer.json().code], wrong).toEqual([404, 'not-found'])
    }
    expect((await server.app.inject({ url: calendar.path.replace(/\.ics$/, '') })).statusCode).toBe(200)
  })
})
