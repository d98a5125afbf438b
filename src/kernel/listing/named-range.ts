import { badInput } from '../errors/problem.ts'
import { addDays, type Day } from '../time/calendar.ts'
import { parseRange } from './range.ts'
import type { Condition } from './request.ts'

/** The field that the DateRange of every log filters. */
export const DATE_FIELD = 'CreatedDate'

/** The first and the last day of a named range. */
const NAMED_RANGES = new Map<string, (today: Day) => [Day, Day]>([
  ['today', (today) => [today, today]],
  ['yesterday', (today) => [addDays(today, -1), addDays(today, -1)]],
  ['last7days', (today) => [addDays(today, -6), today]],
  ['last30days', (today) => [addDays(today, -29), today]],
  ['last90days', (today) => [addDays(today, -89), today]],
  ['thismonth', (today) => [`${today.slice(0, 7)}-01`, today]],
  [
    'lastmonth',
    (today) => {
      const last = addDays(`${today.slice(0, 7)}-01`, -1)
      return [`${last.slice(0, 7)}-01`, last]
    },
  ],
  ['thisyear', (today) => [`${today.slice(0, 4)}-01-01`, today]],
])

/**
 * Parses a DateRange: `from,to`, or the name of a range.
 *
 * @param today in the time zone of the tenant. @throws 400 naming the pointer.
 */
export const dateCondition = (text: string, today: Day, pointer: string): Condition[] => {
  const named = NAMED_RANGES.get(text.trim().toLowerCase())
  if (named === undefined && !text.includes(','))
    throw badInput(pointer, 'must be "from,to" or the name of a range, such as last7days')
  const filter = parseRange(DATE_FIELD, 'instant', named ? named(today).join(',') : text, pointer)
  return filter ? [{ filter, item: { Field: DATE_FIELD, Operator: 'in', Value: text } }] : []
}
