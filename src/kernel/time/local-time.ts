import { Temporal } from 'temporal-polyfill'
import type { Day } from './calendar.ts'

/** The local date and time in a time zone. */
export interface LocalTime {
  day: Day
  hour: number
  minute: number
  /** 1 Monday to 7 Sunday (ISO 8601). */
  weekday: number
}

/** A local date and time without a zone. */
export type WallClock = Temporal.PlainDateTime

/**
 * Returns the instant of a local time in a zone. A time that the clocks skip is later by the skip; a repeated one is
 * the first.
 */
export const momentOf = (local: WallClock, timeZone: string): Temporal.Instant =>
  local.toZonedDateTime(timeZone).toInstant()

/** Returns the local time of an instant in a zone. */
export const wallClockAt = (moment: Temporal.Instant, timeZone: string): WallClock =>
  moment.toZonedDateTimeISO(timeZone).toPlainDateTime()

export const toDate = ({ epochMilliseconds }: { epochMilliseconds: number }): Date => new Date(epochMilliseconds)

/** Returns the local time of an instant in a zone. */
export const wallClockOf = (instant: Date, timeZone: string): WallClock => wallClockAt(momentAt(instant), timeZone)

const momentAt = (instant: Date): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(instant.getTime())

/**
 * Returns the spelling of a zone in the zone database; null if it does not exist. Offsets are rejected: PostgreSQL
 * reads them with the opposite sign.
 */
export const zoneName = (name: string): string | null => {
  if (!/^[A-Za-z][\w+-]*(\/[\w+-]+)*$/.test(name)) return null
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name).timeZoneId
  } catch {
    return null
  }
}

/** Returns the local date and time of an instant in a time zone (IANA name). */
export const localTime = (timeZone: string, instant: Date): LocalTime => {
  const time = wallClockAt(momentAt(instant), timeZone)
  return { day: time.toPlainDate().toString(), hour: time.hour, minute: time.minute, weekday: time.dayOfWeek }
}

/** Returns the instant of a day and a local time (`HH:mm`) in a time zone, as in `momentOf`. */
export const instantAt = (timeZone: string, day: Day, time: string): Date =>
  toDate(momentOf(Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time)), timeZone))

/** A duration as calendars count it. */
export interface CalendarLength {
  days?: number
  weeks?: number
  months?: number
}

/** Adds days, weeks or months to a local time; in a shorter month the result is its last day. */
export const laterByCalendar = (timeZone: string, instant: Date, length: CalendarLength): Date =>
  toDate(momentAt(instant).toZonedDateTimeISO(timeZone).add(length))
