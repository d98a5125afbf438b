import { Temporal } from 'temporal-polyfill'
import type { WallClock } from '#kernel/time/local-time'
import type { ItemTimes } from '../occurrences/occurrences.model.ts'
import { findFirstStarts, partOf } from '../occurrences/recurrence-rule.model.ts'

type SeriesTimes = Pick<ItemTimes, 'start' | 'timeZone' | 'rule'>

/** Starts that are compared to find out whether a series has moved to other days. */
const COMPARED = 60
/** Starts that are counted. Those of later exceptions stay on their day. */
const MAX_COUNTED = 2000

/**
 * Returns a function that gives the days by which an exception of a series moves, if a change moves the series to other days, such as
 * from Tuesday to Wednesday: the third meeting that was cancelled stays the third. Undefined if exceptions stay on their days, because
 * the new rule has the days of the old one, or because it is of another form.
 *
 * The function gets the start by the old rule, and returns null if the old rule does not generate it or the new series is shorter.
 */
export const findSeriesShift = (
  current: SeriesTimes,
  next: SeriesTimes,
): ((start: WallClock) => Temporal.Duration | null) | undefined => {
  const [from, to] = [current.rule, next.rule]
  if (from === null || to === null || formOf(from) !== formOf(to)) return undefined
  if (hasSameDays(daysOf(current, from, COMPARED), daysOf(next, to, COMPARED * 2))) return undefined
  const before = daysOf(current, from, MAX_COUNTED)
  const after = daysOf(next, to, MAX_COUNTED)
  const numbers = new Map(before.map((day, index) => [day.toString(), index]))
  return (start) => {
    const number = numbers.get(start.toPlainDate().toString())
    const [old, day] = number === undefined ? [] : [before[number], after[number]]
    return old && day ? old.until(day, { largestUnit: 'days' }) : null
  }
}

/** Returns the form of a rule. Rules of one form generate the same number of starts in the same time. */
const formOf = (rule: string): string => {
  const numberOf = (name: string) => partOf(rule, name)?.split(',').length ?? 0
  const numbers = ['BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS'].map(numberOf)
  // A rule without days repeats the day of its start.
  const [weekdays = 0, monthDays = 0, ...others] = numbers
  return [partOf(rule, 'FREQ'), partOf(rule, 'INTERVAL') ?? '1', Math.max(weekdays + monthDays, 1), ...others].join()
}

const daysOf = (times: SeriesTimes, rule: string, count: number): Temporal.PlainDate[] =>
  findFirstStarts(times, rule, count).map((start) => start.toPlainDate())

/** Returns whether the new rule has the days of the old one, from its first to its last. */
const hasSameDays = (before: readonly Temporal.PlainDate[], after: readonly Temporal.PlainDate[]): boolean => {
  const [first, last] = [after[0], after.at(-1)]
  if (!first || !last) return true
  const known = new Set(after.map(String))
  return before
    .filter((day) => Temporal.PlainDate.compare(day, first) >= 0 && Temporal.PlainDate.compare(day, last) <= 0)
    .every((day) => known.has(day.toString()))
}
