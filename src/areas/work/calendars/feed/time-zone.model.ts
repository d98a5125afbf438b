import { Temporal } from 'temporal-polyfill'
import { toBasicFormat } from './icalendar.model.ts'

/** One transition of a time zone. */
interface Transition {
  /** The local time of the transition, by the offset before it. */
  local: Temporal.PlainDateTime
  /** Offsets as `+0100`. */
  from: string
  to: string
  isForward: boolean
  name: string
}

/** The years that must follow a rule before their transitions are written as an endless RRULE. */
const YEARS_OF_A_RULE = 5
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const cache = new Map<string, string[]>()
const MAX_CACHED = 500

/**
 * Returns VTIMEZONE of a zone (RFC 5545, 3.6.5), by the same time zone data that the server uses: every transition from
 * the last one before `fromYear`. The last transitions are a rule if they follow one until `toYear`, for five years at
 * least; otherwise each transition until then is listed.
 */
export const writeTimeZoneLines = (zone: string, fromYear: number, toYear: number): string[] => {
  const key = `${zone} ${fromYear} ${toYear}`
  const known = cache.get(key)
  if (known) return known
  if (cache.size >= MAX_CACHED) cache.clear()
  const transitions = transitionsOf(zone, fromYear, Math.max(toYear, fromYear + YEARS_OF_A_RULE))
  const parts = transitions.length > 0 ? withRules(transitions) : [fixed(zone, fromYear)]
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts.flat(), 'END:VTIMEZONE']
  cache.set(key, lines)
  return lines
}

/** Starts with the last transition before the first year, so that its first days have an offset. */
const transitionsOf = (zone: string, fromYear: number, toYear: number): Transition[] => {
  const start = Temporal.PlainDate.from({ year: fromYear, month: 1, day: 1 }).toZonedDateTime(zone)
  const found: Transition[] = []
  let next = start.getTimeZoneTransition('previous') ?? start.getTimeZoneTransition('next')
  while (next && next.year <= toYear) {
    found.push(transitionAt(next))
    next = next.getTimeZoneTransition('next')
  }
  return found
}

const transitionAt = (after: Temporal.ZonedDateTime): Transition => {
  const before = after.subtract({ milliseconds: 1 })
  // Calculated, because Temporal does not accept offsets with seconds, which old times have.
  const local = after
    .toInstant()
    .toZonedDateTimeISO('UTC')
    .add({ nanoseconds: before.offsetNanoseconds })
    .toPlainDateTime()
  const isForward = after.offsetNanoseconds > before.offsetNanoseconds
  return { local, from: offsetOf(before), to: offsetOf(after), isForward, name: nameAt(after) }
}

/** Writes an offset: `-0500`, with seconds if the offset has them, as in old times. */
const offsetOf = ({ offset }: Temporal.ZonedDateTime): string => offset.replaceAll(':', '')

const nameAt = (at: Temporal.ZonedDateTime): string => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: at.timeZoneId, timeZoneName: 'short' })
  const parts = format.formatToParts(new Date(at.epochMilliseconds))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? at.offset
}

const fixed = (zone: string, year: number): string[] => {
  const at = Temporal.PlainDate.from({ year, month: 1, day: 1 }).toZonedDateTime(zone)
  const local = Temporal.PlainDateTime.from('1970-01-01T00:00')
  const offset = offsetOf(at)
  return observance({ local, from: offset, to: offset, isForward: false, name: nameAt(at) })
}

const observance = ({ local, from, to, isForward, name }: Transition, rule?: string): string[] => {
  const kind = isForward ? 'DAYLIGHT' : 'STANDARD'
  const lines = [
    `DTSTART:${toBasicFormat(local.toString({ smallestUnit: 'second' }))}`,
    ...(rule ? [`RRULE:${rule}`] : []),
  ]
  return [`BEGIN:${kind}`, ...lines, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `TZNAME:${name}`, `END:${kind}`]
}

/** Writes each transition separately until the rules start, then one rule to daylight saving time and one back. */
const withRules = (transitions: Transition[]): string[][] => {
  const forward = ruleOf(transitions.filter(({ isForward }) => isForward))
  const back = ruleOf(transitions.filter(({ isForward }) => !isForward))
  // If only one direction follows a rule, all transitions are listed: one rule without the other is wrong by next year.
  if (!forward || !back || forward.lastYear !== back.lastYear) return transitions.map((one) => observance(one))
  const ruled = new Set([...forward.covered, ...back.covered])
  return [
    ...transitions.filter((one) => !ruled.has(one)).map((one) => observance(one)),
    ...[forward, back].map(({ covered: [first], rule }) => (first ? observance(first, rule) : [])),
  ]
}

interface YearlyRule {
  rule: string
  covered: Transition[]
  lastYear: number
}

/**
 * Returns the rule that the last transitions in one direction follow, and the earlier transitions that follow it too.
 */
const ruleOf = (transitions: Transition[]): YearlyRule | null => {
  const last = transitions.at(-1)
  if (!last) return null
  const recent = transitions.slice(-YEARS_OF_A_RULE)
  if (recent.length < YEARS_OF_A_RULE || !areYearly(recent)) return null
  const position = [isLast, isSameOrdinal(last)].find((fits) => recent.every(fits))
  if (!position) return null
  const covered = [last]
  for (const one of transitions.slice(0, -1).reverse()) {
    if (!position(one) || !areYearly([one, covered[0] ?? last])) break
    covered.unshift(one)
  }
  const ordinal = position === isLast ? -1 : ordinalOf(last)
  const weekday = WEEKDAYS[last.local.dayOfWeek - 1]
  const rule = `FREQ=YEARLY;BYMONTH=${last.local.month};BYDAY=${ordinal}${weekday}`
  return { rule, covered, lastYear: last.local.year }
}

/** Returns whether the transitions are in consecutive years and differ only in the day of the month. */
const areYearly = (transitions: Transition[]): boolean =>
  transitions.every((one, index) => {
    const before = transitions[index - 1]
    if (!before) return true
    return one.local.year === before.local.year + 1 && sameness(one) === sameness(before)
  })

const sameness = ({ local, from, to, name }: Transition): string =>
  [local.month, local.dayOfWeek, local.toPlainTime(), from, to, name].join()

const ordinalOf = ({ local }: Transition): number => Math.ceil(local.day / 7)
const isLast = ({ local }: Transition): boolean => local.day + 7 > local.daysInMonth
const isSameOrdinal =
  (as: Transition) =>
  (one: Transition): boolean =>
    ordinalOf(one) === ordinalOf(as)
