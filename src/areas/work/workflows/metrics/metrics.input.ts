import { badInput } from '#kernel/errors/problem'
import { addDays, type Day, daysBetween } from '#kernel/time/calendar'
import { parseDayIn } from '#kernel/time/written-date'

/** The days of a chart, inclusive. */
export interface DayRange {
  from: Day
  to: Day
}

const MAX_DAYS = 366
const NAMED_RANGES: ReadonlyMap<string, number> = new Map(
  Object.entries<number>({ last7days: 7, last30days: 30, last90days: 90, last365days: 365 }),
)

/**
 * Parses `from,to`, or the name of a range that ends today.
 *
 * @param timeZone of the tenant, for instants that mean their day. @throws 400 naming the parameter.
 */
export const parseDayRange = (text: string, today: Day, timeZone: string): DayRange => {
  const length = NAMED_RANGES.get(text.trim().toLowerCase())
  if (length) return { from: addDays(today, 1 - length), to: today }
  const [from = null, to = null, ...more] = text.split(',').map((part) => parseDayIn(timeZone, part.trim()))
  if (more.length > 0 || from === null || to === null || from > to)
    throw badInput('query:daterange', `must be from,to as YYYY-MM-DD, or one of ${[...NAMED_RANGES.keys()].join(', ')}`)
  if (daysBetween(from, to) >= MAX_DAYS) throw badInput('query:daterange', `must not be longer than ${MAX_DAYS} days`)
  return { from, to }
}
