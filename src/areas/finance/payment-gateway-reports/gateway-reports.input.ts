import { ruleRefused } from '#kernel/errors/problem'
import { addDays, type Day, daysBetween } from '#kernel/time/calendar'
import { dayIn } from '#kernel/time/day'
import { daysOfMonth } from './gateway-reports.model.ts'

const MAX_DAYS = 366

const wrongSpan = (pointer: string, message: string) =>
  ruleRefused('wrong-span', `The span of the report is not valid: ${pointer} ${message}.`, [{ pointer, message }])

/** Parses the days of a month, at most to today. @throws 422 wrong-span if it begins in the future. */
export const parseMonth = (
  { Year, Month }: { Year: number; Month: number },
  timeZone: string,
  now: Date,
): { first: Day; last: Day } => {
  const { first, last } = daysOfMonth(Year, Month)
  if (first > dayIn(timeZone, now)) throw wrongSpan('query:Month', 'must not be in the future')
  return { first, last }
}

export interface DaysQuery {
  Date?: string | undefined
  StartDate?: string | undefined
  EndDate?: string | undefined
}

/** Parses the days that were requested; the current month if none are stated. @throws 422 wrong-span. */
export const parseDays = (query: DaysQuery, timeZone: string, now: Date): { first: Day; last: Day } => {
  const { Date: day, StartDate: start, EndDate: end } = query
  if (day !== undefined) {
    if (start !== undefined || end !== undefined) throw wrongSpan('query:Date', 'must not be combined with a span')
    return { first: day, last: day }
  }
  const last = end ?? dayIn(timeZone, now)
  const first = start ?? `${last.slice(0, 7)}-01`
  if (first > last) throw wrongSpan('query:EndDate', 'must not be before StartDate')
  if (daysBetween(first, last) >= MAX_DAYS)
    throw wrongSpan('query:StartDate', `must be after ${addDays(last, -MAX_DAYS)}`)
  return { first, last }
}
