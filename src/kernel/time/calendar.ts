/** A calendar day, YYYY-MM-DD: without time and zone, so no change of clocks affects it. Ordered as text. */
export type Day = string

const DAY = 86_400_000

const fromMs = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

/** Adds days to a day; a negative number subtracts. */
export const addDays = (day: Day, days: number): Day => fromMs(Date.parse(day) + days * DAY)

/** Returns the number of days from `from` to `to`; negative if `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/** Returns a day of a month, or the month's last day if it is shorter: 31 in April is the 30th. */
export const dayOfMonth = (year: number, month: number, day: number): Day => {
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return fromMs(Date.UTC(year, month - 1, Math.min(day, last)))
}

/**
 * Adds months to a day; the result is the last day of the month if that is shorter: January 31 and a month is February 28
 * or 29, February 29 and a year is February 28.
 */
export const addMonths = (day: Day, months: number): Day => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const count = year * 12 + (month - 1) + months
  return dayOfMonth(Math.floor(count / 12), (((count % 12) + 12) % 12) + 1, date)
}

export const laterDay = (one: Day, other: Day): Day => (one > other ? one : other)
export const earlierDay = (one: Day, other: Day): Day => (one < other ? one : other)
