import { badInput } from '#kernel/errors/problem'
import { addMonths, type Day } from '#kernel/time/calendar'
import type { MonthRange } from './months.sql.ts'

const MAX_MONTHS = 60
const DEFAULT_MONTHS = 12

/** Parses the months of a query, `YYYY-MM`. @param today in the time zone of the tenant. @throws 400. */
export const parseMonths = (query: { from?: string; to?: string }, today: Day): MonthRange => {
  const to = `${query.to ?? today.slice(0, 7)}-01`
  const from = query.from === undefined ? addMonths(to, 1 - DEFAULT_MONTHS) : `${query.from}-01`
  if (from > to) throw badInput('query:from', 'must not be after the last month')
  if (addMonths(from, MAX_MONTHS) <= to)
    throw badInput('query:from', `must be less than ${MAX_MONTHS} months before the last one`)
  return { from, to }
}
