import { Temporal } from 'temporal-polyfill'
import { badInput } from '#kernel/errors/problem'
import type { WallClock } from '#kernel/time/local-time'

/** Converts a local time to its column, which stores it as if it were UTC. */
export const toColumn = (local: WallClock): Date => new Date(`${local.toString({ smallestUnit: 'second' })}Z`)

export const fromColumn = (column: Date): WallClock => Temporal.PlainDateTime.from(column.toISOString().slice(0, 19))

/** Returns a start as responses show it: a date if the item lasts whole days. */
export const startText = (start: WallClock, isAllDay: boolean): string =>
  isAllDay ? start.toPlainDate().toString() : start.toString({ smallestUnit: 'second' })

const DAY = /^\d{4}-\d{2}-\d{2}$/
const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/i

const orNull = <T>(parse: () => T): T | null => {
  try {
    return parse()
  } catch {
    return null
  }
}

/** Parses a day, `2026-11-24`; null for any other text. */
export const parseDay = (text: string): Temporal.PlainDate | null =>
  DAY.test(text) ? orNull(() => Temporal.PlainDate.from(text, { overflow: 'reject' })) : null

/** Parses an instant, `2026-11-24T18:30:00Z`, in UTC if it has no offset; null for any other text. */
export const parseInstant = (text: string): Temporal.Instant | null => {
  if (LOCAL.test(text)) return orNull(() => Temporal.Instant.from(`${text}Z`))
  return INSTANT.test(text) ? orNull(() => Temporal.Instant.from(text)) : null
}

/** Parses a local time of the zone, or converts an instant to one, in whole seconds; null for any other text. */
export const parseLocal = (text: string, timeZone: string): WallClock | null => {
  const zoned = INSTANT.test(text)
    ? orNull(() => Temporal.Instant.from(text).toZonedDateTimeISO(timeZone))
    : LOCAL.test(text)
      ? orNull(() => Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(timeZone))
      : null
  return zoned?.toPlainDateTime().round({ smallestUnit: 'second', roundingMode: 'trunc' }) ?? null
}

/** The first and the last year that calendars support. */
export const [MIN_YEAR, MAX_YEAR] = [1900, 2199]

export const isCalendarYear = ({ year }: { year: number }): boolean => year >= MIN_YEAR && year <= MAX_YEAR

/** Returns a date or time of a year that calendars support. @throws 400 for any other. */
export const requireCalendarYear = <T extends { year: number }>(value: T, pointer: string): T => {
  if (isCalendarYear(value)) return value
  throw badInput(pointer, `must be in the years ${MIN_YEAR} to ${MAX_YEAR}`)
}
