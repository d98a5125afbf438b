import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { writeTimeZoneLines } from '#areas/work/calendars/feed/time-zone.model'

const FROM = 2023
const TO = 2031

/** The zone as an independent parser reads it. */
const parsed = (zone: string): { zone: InstanceType<typeof ICAL.Timezone>; lines: string[] } => {
  const lines = writeTimeZoneLines(zone, FROM, TO)
  const component = new ICAL.Component(ICAL.parse(lines.join('\r\n')) as never)
  return { zone: new ICAL.Timezone(component), lines }
}

const secondsEast = (zone: string, instant: Temporal.Instant): number =>
  instant.toZonedDateTimeISO(zone).offsetNanoseconds / 1e9

/** Times around every change of the clocks, and each first and fifteenth of a month. */
const moments = (zone: string): Temporal.Instant[] => {
  const found: Temporal.Instant[] = []
  for (let year = FROM; year <= TO; year++) {
    for (let month = 1; month <= 12; month++) {
      for (const day of [1, 15])
        found.push(Temporal.PlainDateTime.from({ year, month, day, hour: 12 }).toZonedDateTime('UTC').toInstant())
    }
  }
  let next = Temporal.Instant.from(`${FROM}-01-02T00:00:00Z`).toZonedDateTimeISO(zone).getTimeZoneTransition('next')
  while (next && next.year <= TO) {
    for (const hours of [-48, -5, 5, 48]) found.push(next.add({ hours }).toInstant())
    next = next.getTimeZoneTransition('next')
  }
  return found
}

test.each([
  ['Europe/Berlin', 2],
  ['Europe/London', 2],
  ['Europe/Dublin', 2],
  ['America/New_York', 2],
  ['America/Los_Angeles', 2],
  ['America/Sao_Paulo', 1],
  ['America/Santiago', null],
  ['America/Nuuk', null],
  ['America/St_Johns', 2],
  ['America/Havana', 2],
  ['Australia/Sydney', 2],
  ['Australia/Lord_Howe', 2],
  ['Pacific/Auckland', 2],
  ['Pacific/Chatham', 2],
  ['Pacific/Apia', null],
  ['Asia/Jerusalem', null],
  ['Asia/Kolkata', 1],
  ['Asia/Kathmandu', 1],
  ['Africa/Casablanca', null],
  ['Africa/Cairo', null],
  ['Atlantic/Azores', null],
  ['Etc/UTC', 1],
])('%s has the offsets of the time zone database, read by an independent parser', (name, parts) => {
  const { zone, lines } = parsed(name)
  for (const moment of moments(name)) {
    const local = moment.toZonedDateTimeISO(name).toPlainDateTime()
    const { year, month, day, hour, minute, second } = local
    const read = zone.utcOffset(new ICAL.Time({ year, month, day, hour, minute, second, isDate: false }, zone))
    expect(read, `${name} ${local}`).toBe(secondsEast(name, moment))
  }
  if (parts !== null)
    expect(
      lines.filter((line) => /^BEGIN:(STANDARD|DAYLIGHT)$/.test(line)).length,
      lines.join('\n'),
    ).toBeGreaterThanOrEqual(parts)
})

test('old offsets with seconds are written too', () => {
  const lines = writeTimeZoneLines('Africa/Monrovia', 1971, 1973)
  expect(lines.slice(lines.indexOf('DTSTART:19720107T000000'))).toContain('TZOFFSETFROM:-004430')
})

test('a zone with a rule is written as a rule, and one without as single transitions', () => {
  expect(writeTimeZoneLines('Europe/Berlin', 2026, 2027)).toEqual([
    ...['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin'],
    ...['BEGIN:DAYLIGHT', 'DTSTART:20260329T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU'],
    ...['TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'TZNAME:GMT+2', 'END:DAYLIGHT'],
    ...['BEGIN:STANDARD', 'DTSTART:20251026T030000', 'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU'],
    ...['TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'TZNAME:GMT+1', 'END:STANDARD'],
    'END:VTIMEZONE',
  ])
  expect(writeTimeZoneLines('America/New_York', 2026, 2027)).toContain('RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU')
  expect(writeTimeZoneLines('Africa/Casablanca', 2026, 2027).join()).not.toContain('RRULE')
})
