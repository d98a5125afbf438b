import type { operations } from '#contract/commerce/advertising'
import type { QueryOf } from '#kernel/contract/schema'
import { badInput } from '#kernel/errors/problem'
import type { Filter } from '#kernel/listing/filter'
import { parseListFields } from '#kernel/listing/input'
import type { Condition, ListInput } from '#kernel/listing/request'
import { addDays, type Day } from '#kernel/time/calendar'
import { parseDayIn } from '#kernel/time/written-date'

type Query = QueryOf<typeof operations.listDisplayAds>

/** The days of "the last two weeks". */
const RECENT_DAYS = 14

const isTrue = (field: string): Filter => ({ op: 'eq', field, value: { kind: 'boolean', value: true } })

/** The states that a request combines by or; null lists all ads. */
const stateFilter = ({ Active, ExpiredWithinTheLastTwoWeeks, AllExpired }: Query, today: Day): Condition[] => {
  const since: Filter = { op: 'ge', field: 'LastDate', value: { kind: 'date', text: addDays(today, -RECENT_DAYS) } }
  const parts: [string, Filter][] = [
    ...(Active ? [['Active', isTrue('IsActive')] as [string, Filter]] : []),
    ...(ExpiredWithinTheLastTwoWeeks
      ? [['ExpiredWithinTheLastTwoWeeks', { op: 'and', parts: [isTrue('IsExpired'), since] }] as [string, Filter]]
      : []),
    ...(AllExpired ? [['AllExpired', isTrue('IsExpired')] as [string, Filter]] : []),
  ]
  if (parts.length === 0) return []
  const item = { Field: parts.map(([name]) => name).join(' or '), Operator: 'eq', Value: 'true' }
  return [{ filter: { op: 'or', parts: parts.map(([, filter]) => filter) }, item }]
}

const parseDay = (name: string, sent: string | undefined, timeZone: string): Day | null => {
  const text = sent?.trim()
  if (!text) return null
  const day = parseDayIn(timeZone, text)
  if (day === null) throw badInput(`query:${name}`, 'must be a date')
  return day
}

const dayCondition = (field: 'LastDate' | 'StartDate', name: string, day: Day | null): Condition[] => {
  if (day === null) return []
  const op = field === 'LastDate' ? 'ge' : 'le'
  const filter: Filter = { op, field, value: { kind: 'date', text: day } }
  return [{ filter, item: { Field: name, Operator: op, Value: day } }]
}

/** The window of the calendar: ads that run on one of its days. @throws 400. */
const windowConditions = ({ CalendarStartDate, CalendarEndDate }: Query, timeZone: string): Condition[] => {
  const first = parseDay('CalendarStartDate', CalendarStartDate, timeZone)
  const last = parseDay('CalendarEndDate', CalendarEndDate, timeZone)
  if (first !== null && last !== null && last < first)
    throw badInput('query:CalendarEndDate', 'must not be before CalendarStartDate')
  return [
    ...dayCondition('LastDate', 'CalendarStartDate', first),
    ...dayCondition('StartDate', 'CalendarEndDate', last),
  ]
}

/** Parses the query of the list of display ads. @param today in the time zone of the tenant, which is also that of the days of the window. @throws 400. */
export const parseDisplayAdQuery = (query: Query, today: Day, timeZone: string): ListInput => ({
  ...parseListFields(query, 'query:'),
  conditions: [...stateFilter(query, today), ...windowConditions(query, timeZone)],
})
