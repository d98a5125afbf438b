import { Temporal } from 'temporal-polyfill'
import type { Day } from './calendar.ts'

/** What clock and calendar show in a time zone. */
export interface LocalTime {
  day: Day
  hour: number
  minute: number
  /** 1 Monday to 7 Sunday (ISO 8601). */
  weekday: number
}

/** A time by the clock on a wall: date and hour without a zone. */
export type WallClock = Temporal.PlainDateTime

/** The moment that a time names in a zone; one that the clocks skip is as much later, of one that comes twice the first. */
export const momentOf = (local: WallClock, timeZone: string): Temporal.Instant =>
  local.toZonedDateTime(timeZone).toInstant()

/** What the clock of a zone shows in a moment. */
export const wallClockAt = (moment: Temporal.Instant, timeZone: string): WallClock =>
  moment.toZonedDateTimeISO(timeZone).toPlainDateTime()

export const toDate = ({ epochMilliseconds }: { epochMilliseconds: number }): Date => new Date(epochMilliseconds)

const momentAt = (instant: Date): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(instant.getTime())

/**
 * The name as it is spelled in the zone database; null where there is no such zone. Offsets are none: PostgreSQL counts
 * them the other way round.
 */
export const zoneName = (name: string): string | null => {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return null
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}

/** What people in a time zone (IANA name) call an instant. */
export const localTime = (timeZone: string, instant: Date): LocalTime => {
  const time = wallClockAt(momentAt(instant), timeZone)
  return { day: time.toPlainDate().toString(), hour: time.hour, minute: time.minute, weekday: time.dayOfWeek }
}

/** The instant that a day and a time of the clock (`HH:mm`) name in a time zone, as `momentOf` reads it. */
export const instantAt = (timeZone: string, day: Day, time: string): Date =>
  toDate(momentOf(Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time)), timeZone))

/** A length of time as calendars count it. */
export interface CalendarLength {
  days?: number
  weeks?: number
  months?: number
}

/** The same time of the clock, so many days, weeks or months later; the last day of a month that has no such day. */
export const laterByCalendar = (timeZone: string, instant: Date, length: CalendarLength): Date =>
  toDate(momentAt(instant).toZonedDateTimeISO(timeZone).add(length))
