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

const zoned = (timeZone: string, instant: Date): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(timeZone)

const instantOf = (time: Temporal.ZonedDateTime): Date => new Date(time.epochMilliseconds)

/** What people in a time zone (IANA name) call an instant. */
export const localTime = (timeZone: string, instant: Date): LocalTime => {
  const time = zoned(timeZone, instant)
  return { day: time.toPlainDate().toString(), hour: time.hour, minute: time.minute, weekday: time.dayOfWeek }
}

/**
 * The instant that a day and a time of the clock (`HH:mm`) name in a time zone. Where clocks are put forward over that
 * time it is as long after midnight as it would have been; where they show it twice it is the first.
 */
export const instantAt = (timeZone: string, day: Day, time: string): Date =>
  instantOf(Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) }))

/** A length of time as calendars count it. */
export interface CalendarLength {
  days?: number
  weeks?: number
  months?: number
}

/** The same time of the clock, so many days, weeks or months later; the last day of a month that has no such day. */
export const laterByCalendar = (timeZone: string, instant: Date, length: CalendarLength): Date =>
  instantOf(zoned(timeZone, instant).add(length))
