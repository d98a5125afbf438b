import type { Day } from './calendar.ts'
import { dayIn } from './day.ts'
import { instantOf } from './instant.ts'

const DATE = /^(\d{4})-(\d{2})-(\d{2})([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?$/i
const DAY_CHARACTERS = 10

/**
 * Returns whether a text is a date or a date-time, of a day that exists. Both are accepted where either is documented.
 */
export const isDate = (text: string): boolean => {
  const found = DATE.exec(text)
  if (!found || !isDayOfCalendar(Number(found[1]), Number(found[2]), Number(found[3]))) return false
  return found[4] === undefined || !Number.isNaN(instantOf(text).getTime())
}

/** Returns whether a day exists: no 30 February, and no year 0, which PostgreSQL does not have. */
export const isDayOfCalendar = (year: number, month: number, day: number): boolean => {
  const made = new Date(0)
  // Date.UTC would read the years 0 to 99 as those of the last century.
  made.setUTCFullYear(year, month - 1, day)
  return year >= 1 && year <= 9999 && made.getUTCMonth() === month - 1 && made.getUTCDate() === day
}

/** Returns whether a text is a day that exists, without a time. */
export const isDay = (text: string): boolean => text.length === DAY_CHARACTERS && isDate(text)

/**
 * Parses what is sent where a day is expected, in the one way in which every field, filter and option does: a date is the day
 * itself, and an instant is its day in the time zone of the tenant. An instant without a zone is in UTC.
 *
 * @returns null for any other text.
 */
export const parseDayIn = (timeZone: string, text: string): Day | null => {
  if (!isDate(text)) return null
  return text.length === DAY_CHARACTERS ? text : dayIn(timeZone, instantOf(text))
}
