import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock, wallClockAt } from '#kernel/time/local-time'
import { isCalendarYear, MAX_YEAR, MIN_YEAR, parseDay } from './wall-clock.model.ts'

/** A rule in the form that is stored, or its fault as a text that continues the name of the field. */
export type ParsedRule = { rule: string } | { fault: string }

const MAX_COUNT = 366
const WEEKDAY = '(?:MO|TU|WE|TH|FR|SA|SU)'

const listOf = (item: string): RegExp => new RegExp(`^${item}(?:,${item}){0,365}$`)

/** The parts of a rule, in the order in which they are stored. */
const PARTS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries<RegExp>({
    FREQ: /^(?:DAILY|WEEKLY|MONTHLY|YEARLY)$/,
    INTERVAL: /^(?:[1-9]\d?|[12]\d\d|3[0-5]\d|36[0-6])$/,
    COUNT: /^[1-9]\d{0,2}$/,
    UNTIL: /^\d{8}(?:T\d{6}Z)?$/,
    BYMONTH: listOf('(?:[1-9]|1[0-2])'),
    BYMONTHDAY: listOf('[+-]?(?:[1-9]|[12]\\d|3[01])'),
    BYDAY: listOf(`(?:[+-]?(?:[1-9]|[1-4]\\d|5[0-3]))?${WEEKDAY}`),
    BYSETPOS: listOf('[+-]?(?:[1-9]\\d?|[12]\\d\\d|3[0-5]\\d|36[0-6])'),
    WKST: new RegExp(`^${WEEKDAY}$`),
  }),
)

/**
 * Parses the value of an RRULE. It accepts the subset that calendar programs evaluate alike.
 *
 * @param timeZone of the item; null for whole days. It determines the form of UNTIL (RFC 5545, 3.3.10).
 */
export const parseRule = (text: string, timeZone: string | null): ParsedRule => {
  const parts = new Map<string, string>()
  for (const part of text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .split(';')) {
    const [name = '', value = '', ...more] = part.split('=')
    if (more.length > 0 || !PARTS.get(name)?.test(value))
      return { fault: `has an invalid part, "${part.slice(0, 40)}"` }
    if (parts.has(name)) return { fault: `must contain ${name} only once` }
    parts.set(name, value)
  }
  const fault = faultOf(parts)
  if (fault) return { fault }
  const until = parts.get('UNTIL')
  if (until) {
    const kept = untilOf(until, timeZone)
    if (!kept) return { fault: untilFault(until) }
    parts.set('UNTIL', kept)
  }
  return {
    rule: [...PARTS.keys()].flatMap((name) => (parts.has(name) ? `${name}=${parts.get(name)}` : [])).join(';'),
  }
}

const faultOf = (parts: ReadonlyMap<string, string>): string | null => {
  if (!parts.has('FREQ')) return 'must contain FREQ'
  if (parts.has('COUNT') && parts.has('UNTIL')) return 'must contain COUNT or UNTIL, not both'
  if (Number(parts.get('COUNT') ?? 1) > MAX_COUNT) return `must have a COUNT of ${MAX_COUNT} at most`
  return weekdayFault(parts) ?? setFault(parts)
}

const isByMonth = (parts: ReadonlyMap<string, string>): boolean =>
  ['MONTHLY', 'YEARLY'].includes(parts.get('FREQ') ?? '')

/** Finds the fault of weekdays that calendar programs evaluate differently. */
const weekdayFault = (parts: ReadonlyMap<string, string>): string | null => {
  const days = (parts.get('BYDAY') ?? '').split(',')
  const numbered = days.filter((day) => /\d/.test(day))
  if (numbered.length === 0) return null
  if (!isByMonth(parts)) return 'must not number weekdays unless FREQ is MONTHLY or YEARLY'
  if (numbered.length < days.length) return 'must number all weekdays or none'
  if (numbered.some((day) => day.includes('53'))) return 'must not number a weekday by 53'
  return parts.has('BYMONTHDAY') ? 'must not combine BYMONTHDAY with numbered weekdays' : null
}

const setFault = (parts: ReadonlyMap<string, string>): string | null => {
  if (parts.get('FREQ') === 'WEEKLY' && parts.has('BYMONTHDAY')) return 'must not combine BYMONTHDAY with WEEKLY'
  if (!parts.has('BYSETPOS')) return null
  if (!isByMonth(parts)) return 'must not contain BYSETPOS unless FREQ is MONTHLY or YEARLY'
  if (!['BYDAY', 'BYMONTHDAY', 'BYMONTH'].some((name) => parts.has(name)))
    return 'must combine BYSETPOS with another BY part'
  return null
}

const untilFault = (until: string): string =>
  isTime(until)
    ? `must have an UNTIL in the years ${MIN_YEAR} to ${MAX_YEAR}`
    : 'must have an UNTIL that exists, such as 20270228 or 20270228T220000Z'

const isTime = (until: string): boolean => dayOfUntil(until) !== null && (until.length === 8 || HOUR.test(until))

const dayOfUntil = (until: string) => parseDay(`${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`)

const HOUR = /T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ$/

/** Writes UNTIL. With a zone: an instant in UTC, the last second of a day. Without a zone: a day. */
const untilOf = (until: string, timeZone: string | null): string | null => {
  const day = dayOfUntil(until)
  if (!day) return null
  if (timeZone === null) return isCalendarYear(day) ? basic(day.toString()) : null
  if (until.length > 8 && !HOUR.test(until)) return null
  const next = day.add({ days: 1 }).toPlainDateTime()
  const last = until.length > 8 ? parseUtcStamp(until) : momentOf(next, timeZone).subtract({ seconds: 1 })
  return isCalendarYear(wallClockAt(last, timeZone)) ? toUtcStamp(last) : null
}

const basic = (text: string): string => text.replace(/[-:]/g, '')

/** Writes an instant as `20261124T233000Z`. */
export const toUtcStamp = (instant: Temporal.Instant): string => basic(instant.toString({ smallestUnit: 'second' }))

/** Parses what toUtcStamp writes. */
export const parseUtcStamp = (stamp: string): Temporal.Instant => Temporal.Instant.from(stamp)

/** Returns the value of a part of a stored rule. */
export const partOf = (rule: string, name: string): string | undefined =>
  rule
    .split(';')
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

export interface RuleStart {
  start: WallClock
  /** Null for whole days. */
  timeZone: string | null
}

/** The days, weeks, months or years, by the FREQ of the rule, after which its evaluation stops. */
export const MAX_STEPS = 2000

/**
 * Evaluates the rule in local time, as if it were UTC. Each start is converted to the time zone separately, so that a
 * change of the clocks does not move the starts after it.
 */
const ruleOf = ({ start, timeZone }: RuleStart, rule: string): RRuleTemporal<Temporal.ZonedDateTime> => {
  const until = partOf(rule, 'UNTIL')
  const local = until ? rule.replace(until, toUtcStamp(asUtc(toLocalUntil(until, timeZone)))) : rule
  const rruleString = `DTSTART;TZID=UTC:${toUtcStamp(asUtc(start)).replace('Z', '')}\nRRULE:${local}`
  return new RRuleTemporal({ rruleString, temporal: Temporal, maxIterations: MAX_STEPS, cache: false })
}

/** Returns UNTIL of a stored rule in local time; of whole days the midnight at which the last day starts. */
export const toLocalUntil = (until: string, timeZone: string | null): WallClock =>
  timeZone === null || until.length === 8
    ? Temporal.PlainDateTime.from(until.slice(0, 8))
    : wallClockAt(parseUtcStamp(until), timeZone)

const asUtc = (local: WallClock): Temporal.Instant => momentOf(local, 'UTC')

/** Returns the first start of the rule; null if it generates none. */
export const findFirstStart = (from: RuleStart, rule: string): WallClock | null => {
  try {
    const [first] = ruleOf(from, rule).all((_, index) => index < 1)
    return first?.toPlainDateTime() ?? null
  } catch {
    return null
  }
}

/** Returns the first starts of the rule, at most as many; none if it cannot be evaluated. */
export const findFirstStarts = (from: RuleStart, rule: string, count: number): WallClock[] => {
  try {
    return ruleOf(from, rule)
      .all((_, index) => index < count)
      .map((start) => start.toPlainDateTime())
  } catch {
    return []
  }
}

/** Returns the last start of a rule with COUNT; null if it is more than MAX_STEPS away. */
export const findLastStart = (from: RuleStart, rule: string): WallClock | null => {
  try {
    return ruleOf(from, rule).all().at(-1)?.toPlainDateTime() ?? null
  } catch {
    return null
  }
}

/** Returns the starts between two instants, both included, in local time. */
export const listStartsBetween = (
  from: RuleStart,
  rule: string,
  after: Temporal.Instant,
  before: Temporal.Instant,
): WallClock[] => {
  const edge = (instant: Temporal.Instant) =>
    asUtc(wallClockAt(instant, from.timeZone ?? 'UTC')).toZonedDateTimeISO('UTC')
  return ruleOf(from, rule)
    .between(edge(after), edge(before), true)
    .map((start) => start.toPlainDateTime())
}
