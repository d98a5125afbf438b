import { Temporal } from 'temporal-polyfill'
import { basic } from './icalendar.model.ts'

/** One change of a zone's clocks. */
interface Transition {
  /** The clock on the wall in the moment of the change, before it. */
  local: Temporal.PlainDateTime
  /** Offsets as `+0100`. */
  from: string
  to: string
  isForward: boolean
  name: string
}

/** How many years must agree before their changes are written as a rule that goes on. */
const YEARS_OF_A_RULE = 5
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

const made = new Map<string, string[]>()
const MOST_KEPT = 500

/**
 * VTIMEZONE of a zone (RFC 5545, 3.6.5), from the same rules by which instants are found here: every change of the clocks
 * from before `fromYear` on; the last of them as a rule, where the zone has one that holds to `toYear` and five years at
 * least, else one by one until then.
 */
export const timeZoneLines = (zone: string, fromYear: number, toYear: number): string[] => {
  const key = `${zone} ${fromYear} ${toYear}`
  const known = made.get(key)
  if (known) return known
  if (made.size >= MOST_KEPT) made.clear()
  const transitions = transitionsOf(zone, fromYear, Math.max(toYear, fromYear + YEARS_OF_A_RULE))
  const parts = transitions.length > 0 ? withRules(transitions) : [fixed(zone, fromYear)]
  const lines = ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...parts.flat(), 'END:VTIMEZONE']
  made.set(key, lines)
  return lines
}

/** From the last one before the year on, so that its first days have an offset, to the end of the last year. */
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
  // Counted, since offsets with seconds, which old times had, are no zones to Temporal.
  const local = after
    .toInstant()
    .toZonedDateTimeISO('UTC')
    .add({ nanoseconds: before.offsetNanoseconds })
    .toPlainDateTime()
  const isForward = after.offsetNanoseconds > before.offsetNanoseconds
  return { local, from: offsetOf(before), to: offsetOf(after), isForward, name: nameAt(after) }
}

/** `-0500`; seconds, which old times had, as well. */
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
  const lines = [`DTSTART:${basic(local.toString({ smallestUnit: 'second' }))}`, ...(rule ? [`RRULE:${rule}`] : [])]
  return [`BEGIN:${kind}`, ...lines, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `TZNAME:${name}`, `END:${kind}`]
}

/** Each change of its own until the rules set in, then the rules: one to summer time and one back. */
const withRules = (transitions: Transition[]): string[][] => {
  const forward = ruleOf(transitions.filter(({ isForward }) => isForward))
  const back = ruleOf(transitions.filter(({ isForward }) => !isForward))
  // A zone whose one half follows no rule is written down change by change: half a rule would be wrong by next year.
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

/** The rule that the last changes of a kind follow, and as many of the earlier ones as follow it too. */
const ruleOf = (transitions: Transition[]): YearlyRule | null => {
  const last = transitions.at(-1)
  if (!last) return null
  const recent = transitions.slice(-YEARS_OF_A_RULE)
  if (recent.length < YEARS_OF_A_RULE || !areYearly(recent)) return null
  const place = [isLast, isSameOrdinal(last)].find((fits) => recent.every(fits))
  if (!place) return null
  const covered = [last]
  for (const one of transitions.slice(0, -1).reverse()) {
    if (!place(one) || !areYearly([one, covered[0] ?? last])) break
    covered.unshift(one)
  }
  const ordinal = place === isLast ? -1 : ordinalOf(last)
  const weekday = WEEKDAYS[last.local.dayOfWeek - 1]
  const rule = `FREQ=YEARLY;BYMONTH=${last.local.month};BYDAY=${ordinal}${weekday}`
  return { rule, covered, lastYear: last.local.year }
}

/** Year after year the same but for the day of the month. */
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
