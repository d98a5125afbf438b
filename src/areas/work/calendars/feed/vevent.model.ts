import type { CalendarItem } from '#prisma/client'
import { startByRule, timesOf } from '../items/item-times.model.ts'
import { fromColumn, toColumn } from '../occurrences/wall-clock.model.ts'
import { basicFormat, escapeText, writeLines } from './icalendar.model.ts'
import { timeZoneLines } from './time-zone.model.ts'

export const PRODUCT = '-//Guildhall//Calendars//EN'

/** The start by the rule, which programs match. Columns store the start that is shown, later if the clocks skip it. */
export const ruleStart = (item: VEventItem): ((shown: Date) => Date) => {
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
export const fileOfEvent = (event: FileEvent, organizer: string): string => {
  const item = { ...event, isAllDay: false, recurrenceRule: null, excludedStarts: [] }
  const [, ...lines] = eventLines(item)
  const year = event.localStart.getUTCFullYear()
  return writeLines([
    ...['BEGIN:VCALENDAR', 'VERSION:2.0', `PRODID:${PRODUCT}`, 'CALSCALE:GREGORIAN'],
    `METHOD:${event.status === 'cancelled' ? 'CANCEL' : 'PUBLISH'}`,
    ...timeZoneLines(event.timeZone, year, event.localEnd.getUTCFullYear()),
    'BEGIN:VEVENT',
    `ORGANIZER;CN="${organizer.replace(/["\p{Cc}]/gu, ' ')}":invalid:nomail`,
    ...lines,
    'END:VCALENDAR',
  ])
}

/** @param originalStart for one occurrence of a repeated item. */
export const eventLines = (item: VEventItem, originalStart?: Date): string[] => {
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

/** Columns store local times as if they were UTC. */
const timeProperty = (name: string, timeZone: string | null, locals: Date[]): string =>
  timeZone === null
    ? `${name};VALUE=DATE:${locals.map((local) => basicFormat(local.toISOString().slice(0, 10))).join(',')}`
    : `${name};TZID=${timeZone}:${locals.map(basicTime).join(',')}`

const basicTime = (date: Date): string => basicFormat(date.toISOString().slice(0, 19))

export const stampOf = (date: Date): string => `${basicTime(date)}Z`
