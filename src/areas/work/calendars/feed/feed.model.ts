import type { Calendar, CalendarItem } from '#prisma/client'
import { startByRule, timesOf } from '../items/item-times.model.ts'
import { fromColumn, toColumn } from '../occurrences/wall-clock.model.ts'
import { applyOverride, type ItemWithOverrides, overrideTimes } from '../overrides/overrides.model.ts'
import { escapeText, toBasicFormat, writeLines } from './icalendar.model.ts'
import { writeTimeZoneLines } from './time-zone.model.ts'

/** Some items of a feed. */
export interface FeedPart {
  /** Their events. */
  text: string
  /** The first and the last year of each time zone that they use; 0: no last year. */
  years: Map<string, { from: number; to: number }>
}

/** How often calendar programs are requested to poll. */
const REFRESH = 'PT1H'

/** Presents items of a feed, in the thread: they can be thousands. */
export const presentFeedPart = (items: ItemWithOverrides[], tenantZone: string): FeedPart => ({
  text: writeLines(items.flatMap((item) => [...eventLines(item), ...changedLines(item, tenantZone)])),
  years: yearsOf(items),
})

/**
 * Presents a calendar with its items as iCalendar. The same records result in the same text for a year.
 *
 * @param timeZone of the tenant, in which programs show the calendar.
 */
export const presentFeed = (
  calendar: Pick<Calendar, 'name' | 'description' | 'feedChangedAt'>,
  parts: FeedPart[],
  timeZone: string,
  now: Date,
): string => {
  const head = writeLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    `NAME:${escapeText(calendar.name)}`,
    `X-WR-CALNAME:${escapeText(calendar.name)}`,
    ...described(calendar.description),
    `X-WR-TIMEZONE:${timeZone}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    `LAST-MODIFIED:${stampOf(calendar.feedChangedAt)}`,
    ...zonesOf(parts, timeZone, now.getUTCFullYear()),
  ])
  return [head, ...parts.map(({ text }) => text), writeLines(['END:VCALENDAR'])].join('')
}

const described = (description: string | null): string[] =>
  description ? [`DESCRIPTION:${escapeText(description)}`, `X-WR-CALDESC:${escapeText(description)}`] : []

const yearsOf = (items: ItemWithOverrides[]): FeedPart['years'] => {
  const years: FeedPart['years'] = new Map()
  for (const { timeZone, localStart, lastEndsAt, overrides } of items) {
    if (timeZone === null) continue
    const moved = overrides.flatMap((one) => (one.localStart ? [one.localStart.getUTCFullYear()] : []))
    const from = Math.min(localStart.getUTCFullYear(), ...moved)
    widen(years, timeZone, { from, to: Math.max(lastEndsAt?.getUTCFullYear() ?? 0, ...moved) })
  }
  return years
}

const widen = (years: FeedPart['years'], zone: string, { from, to }: { from: number; to: number }): void => {
  const known = years.get(zone) ?? { from, to }
  years.set(zone, { from: Math.min(known.from, from), to: Math.max(known.to, to) })
}

/**
 * Returns the time zones of the items; without items that of the tenant, because a calendar must contain a component.
 */
const zonesOf = (parts: FeedPart[], tenantZone: string, thisYear: number): string[] => {
  const years: FeedPart['years'] = new Map()
  for (const part of parts) {
    for (const [zone, { from, to }] of part.years)
      widen(years, zone, { from: Math.min(from, thisYear), to: Math.max(to, thisYear) })
  }
  if (years.size === 0) years.set(tenantZone, { from: thisYear, to: thisYear })
  return [...years].flatMap(([zone, { from, to }]) => writeTimeZoneLines(zone, from, to + YEARS_AHEAD))
}

/** Transitions of zones without a rule are listed for this many years ahead. Programs poll long before that. */
const YEARS_AHEAD = 5

/** Returns the changed occurrences of a repeated item, each as its own VEVENT with the same UID (3.8.4.4). */
const changedLines = (item: ItemWithOverrides, tenantZone: string): string[] => {
  if (item.overrides.length === 0) return []
  const timesAt = overrideTimes(item, tenantZone)
  return item.overrides.flatMap((override) => {
    const { start, end } = timesAt(override)
    const times = { localStart: toColumn(start), localEnd: toColumn(end), recurrenceRule: null }
    return eventLines({ ...applyOverride(item, override), ...times }, ruleStart(item)(override.originalStart))
  })
}

const PRODUCT = '-//Guildhall//Calendars//EN'

/**
 * Returns the start by the rule, which programs match. Columns store the start that is shown, later if the clocks skip
 * it.
 */
const ruleStart = (item: VEventItem): ((shown: Date) => Date) => {
  const times = timesOf(item)
  return (shown) => toColumn(startByRule(times, fromColumn(shown)) ?? fromColumn(shown))
}

/** What an event of a calendar program is made of. */
type VEventItem = Omit<CalendarItem, 'tenantId' | 'id' | 'auditId' | 'calendarId' | 'eventId' | EndColumns>
type EndColumns = 'startsAt' | 'endsAt' | 'lastEndsAt'

/** What a file with one event contains. */
export interface FileEvent extends Omit<VEventItem, 'isAllDay' | 'recurrenceRule' | 'excludedStarts' | 'timeZone'> {
  timeZone: string
}

/**
 * Writes one event as a file that mail programs offer to add to a calendar: published, or cancelled (RFC 5546, 3.2). The
 * organizer is a name: the server has no address that reads responses.
 */
export const writeIcalendarFile = (event: FileEvent, organizer: string): string => {
  const item = { ...event, isAllDay: false, recurrenceRule: null, excludedStarts: [] }
  const [, ...lines] = eventLines(item)
  const year = event.localStart.getUTCFullYear()
  return writeLines([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${PRODUCT}`, 'CALSCALE:GREGORIAN'],
    `METHOD:${event.status === 'cancelled' ? 'CANCEL' : 'PUBLISH'}`,
    ...writeTimeZoneLines(event.timeZone, year, event.localEnd.getUTCFullYear()),
    'BEGIN:VEVENT',
    `ORGANIZER;CN="${organizer.replace(/["\p{Cc}]/gu, ' ')}":invalid:nomail`,
    ...lines,
    'END:VCALENDAR',
  ])
}

/** @param originalStart for one occurrence of a repeated item. */
const eventLines = (item: VEventItem, originalStart?: Date): string[] => {
  const { localStart, localEnd, recurrenceRule: rule, excludedStarts } = item
  const point = (name: string, ...locals: Date[]) => timeProperty(name, item.timeZone, locals)
  return [
    'BEGIN:VEVENT',
    `UID:${item.uid}`,
    `DTSTAMP:${stampOf(item.changedAt)}`,
    `SEQUENCE:${item.sequence}`,
    `CREATED:${stampOf(item.createdAt)}`,
    `LAST-MODIFIED:${stampOf(item.changedAt)}`,
    ...(originalStart ? [point('RECURRENCE-ID', originalStart)] : []),
    point('DTSTART', localStart),
    // An event without length has no DTEND (3.6.1).
    ...(localEnd > localStart ? [point('DTEND', localEnd)] : []),
    ...(rule ? [`RRULE:${rule}`] : []),
    ...(rule && excludedStarts.length > 0 ? [point('EXDATE', ...excludedStarts.map(ruleStart(item)))] : []),
    `SUMMARY:${escapeText(item.title)}`,
    ...(item.description ? [`DESCRIPTION:${escapeText(item.description)}`] : []),
    ...(item.location ? [`LOCATION:${escapeText(item.location)}`] : []),
    ...(item.url ? [`URL:${item.url}`] : []),
    `STATUS:${item.status.toUpperCase()}`,
    `TRANSP:${item.status === 'cancelled' ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

/** Writes a property with times. Columns store local times as if they were UTC. */
const timeProperty = (name: string, timeZone: string | null, locals: Date[]): string =>
  timeZone === null
    ? `${name};VALUE=DATE:${locals.map((local) => toBasicFormat(local.toISOString().slice(0, 10))).join(',')}`
    : `${name};TZID=${timeZone}:${locals.map(basicTime).join(',')}`

const basicTime = (date: Date): string => toBasicFormat(date.toISOString().slice(0, 19))

const stampOf = (date: Date): string => `${basicTime(date)}Z`
