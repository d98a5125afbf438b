import type { Calendar, CalendarItem } from '#prisma/client'
import { timesOf } from '../items/item-times.input.ts'
import { asMade } from '../items/item-times.model.ts'
import { fromColumn, toColumn } from '../occurrences/wall-clock.model.ts'
import { asChanged, type ItemWithOverrides, whenChanged } from '../overrides/overrides.model.ts'
import { basic, text, writeLines } from './icalendar.model.ts'
import { timeZoneLines } from './time-zone.model.ts'

const PRODUCT = '-//Guildhall//Calendars//EN'
/** How often programs are asked to look again. */
const REFRESH = 'PT1H'

/**
 * A calendar with its items as iCalendar. The same records make the same text in the same year.
 *
 * @param timeZone of the tenant: what programs show the calendar in.
 */
export const writeFeed = (calendar: Calendar, items: ItemWithOverrides[], timeZone: string, now: Date): string =>
  writeLines([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    `NAME:${text(calendar.name)}`,
    `X-WR-CALNAME:${text(calendar.name)}`,
    ...described(calendar.description),
    `X-WR-TIMEZONE:${timeZone}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    `LAST-MODIFIED:${stampOf(calendar.feedChangedAt)}`,
    ...zonesOf(items, timeZone, now.getUTCFullYear()),
    ...items.flatMap((item) => [...eventLines(item), ...changedLines(item, timeZone)]),
    'END:VCALENDAR',
  ])

const described = (description: string | null): string[] =>
  description ? [`DESCRIPTION:${text(description)}`, `X-WR-CALDESC:${text(description)}`] : []

/** The zones that items refer to; that of the tenant where there are none, since a calendar must hold something. */
const zonesOf = (items: ItemWithOverrides[], tenantZone: string, thisYear: number): string[] => {
  const years = new Map<string, { from: number; to: number }>()
  for (const { timeZone, localStart, lastEndsAt, overrides } of items) {
    if (timeZone === null) continue
    const known = years.get(timeZone) ?? { from: thisYear, to: thisYear }
    const moved = overrides.flatMap((one) => (one.localStart ? [one.localStart.getUTCFullYear()] : []))
    const from = Math.min(known.from, localStart.getUTCFullYear(), ...moved)
    const to = Math.max(known.to, lastEndsAt?.getUTCFullYear() ?? thisYear, ...moved)
    years.set(timeZone, { from, to })
  }
  if (years.size === 0) years.set(tenantZone, { from: thisYear, to: thisYear })
  return [...years].flatMap(([zone, { from, to }]) => timeZoneLines(zone, from, to + YEARS_AHEAD))
}

/** Zones without a rule are written down for so many years to come; the feed is read again long before. */
const YEARS_AHEAD = 5

/** The times of a repeated item that differ: each an event of its own under the same UID (3.8.4.4). */
const changedLines = (item: ItemWithOverrides, tenantZone: string): string[] => {
  if (item.overrides.length === 0) return []
  const when = whenChanged(item, tenantZone)
  return item.overrides.flatMap((override) => {
    const { start, end } = when(override)
    const times = { localStart: toColumn(start), localEnd: toColumn(end), recurrenceRule: null }
    return eventLines({ ...asChanged(item, override), ...times }, asRuleMakes(item)(override.originalStart))
  })
}

/** A start as the rule makes it, by which programs know it: one that the clocks skip is kept as the later one shown. */
const asRuleMakes = (item: CalendarItem): ((shown: Date) => Date) => {
  const times = timesOf(item)
  return (shown) => toColumn(asMade(times, fromColumn(shown)) ?? fromColumn(shown))
}

/** @param originalStart where it is one time of a repeated item alone. */
const eventLines = (item: CalendarItem, originalStart?: Date): string[] => {
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
    // What takes no time has no end of its own (3.6.1).
    ...(localEnd > localStart ? [point('DTEND', localEnd)] : []),
    ...(rule ? [`RRULE:${rule}`] : []),
    ...(rule && excludedStarts.length > 0 ? [point('EXDATE', ...excludedStarts.map(asRuleMakes(item)))] : []),
    `SUMMARY:${text(item.title)}`,
    ...(item.description ? [`DESCRIPTION:${text(item.description)}`] : []),
    ...(item.location ? [`LOCATION:${text(item.location)}`] : []),
    ...(item.url ? [`URL:${item.url}`] : []),
    `STATUS:${item.status.toUpperCase()}`,
    `TRANSP:${item.status === 'cancelled' ? 'TRANSPARENT' : 'OPAQUE'}`,
    'END:VEVENT',
  ]
}

/** Times by the clock on the wall rest as if they were UTC. */
const timeProperty = (name: string, timeZone: string | null, locals: Date[]): string =>
  timeZone === null
    ? `${name};VALUE=DATE:${locals.map((local) => basic(local.toISOString().slice(0, 10))).join(',')}`
    : `${name};TZID=${timeZone}:${locals.map(basicTime).join(',')}`

const basicTime = (date: Date): string => basic(date.toISOString().slice(0, 19))

const stampOf = (date: Date): string => `${basicTime(date)}Z`
