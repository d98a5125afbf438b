import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock, wallClockAt } from '#kernel/time/local-time'
import { instantOfStamp, partOf, utcStamp } from './recurrence-rule.model.ts'

/** The start of a rule. */
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
  const local = until ? rule.replace(until, utcStamp(asUtc(localUntil(until, timeZone)))) : rule
  const rruleString = `DTSTART;TZID=UTC:${utcStamp(asUtc(start)).replace('Z', '')}\nRRULE:${local}`
  return new RRuleTemporal({ rruleString, temporal: Temporal, maxIterations: MAX_STEPS, cache: false })
}

/** UNTIL of a stored rule in local time; of whole days the midnight at which the last day starts. */
export const localUntil = (until: string, timeZone: string | null): WallClock =>
  timeZone === null || until.length === 8
    ? Temporal.PlainDateTime.from(until.slice(0, 8))
    : wallClockAt(instantOfStamp(until), timeZone)

const asUtc = (local: WallClock): Temporal.Instant => momentOf(local, 'UTC')

/** Returns the first start of the rule; null if it generates none. */
export const firstStart = (from: RuleStart, rule: string): WallClock | null => {
  try {
    const [first] = ruleOf(from, rule).all((_, index) => index < 1)
    return first?.toPlainDateTime() ?? null
  } catch {
    return null
  }
}

/** Returns the first starts of the rule, at most as many; none if it cannot be evaluated. */
export const firstStarts = (from: RuleStart, rule: string, count: number): WallClock[] => {
  try {
    return ruleOf(from, rule)
      .all((_, index) => index < count)
      .map((start) => start.toPlainDateTime())
  } catch {
    return []
  }
}

/** Returns the last start of a rule with COUNT; null if it is more than MAX_STEPS away. */
export const lastStart = (from: RuleStart, rule: string): WallClock | null => {
  try {
    return ruleOf(from, rule).all().at(-1)?.toPlainDateTime() ?? null
  } catch {
    return null
  }
}

/** Returns the starts between two instants, both included, in local time. */
export const startsBetween = (
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
