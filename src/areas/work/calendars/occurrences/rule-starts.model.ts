import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock, wallClockAt } from '#kernel/time/local-time'
import { instantOfStamp, partOf, utcStamp } from './recurrence-rule.model.ts'

/** What a rule starts from. */
export interface RuleStart {
  start: WallClock
  /** Null for whole days. */
  timeZone: string | null
}

/** Days, weeks, months or years of a rule that are looked at, as its FREQ counts them: then it is given up. */
export const MOST_STEPS = 2000

/**
 * The rule by the clock on the wall alone, as if that showed UTC: what the zone makes of a start is asked for each start
 * by itself, so that no change of the clocks moves those behind it.
 */
const ruleOf = ({ start, timeZone }: RuleStart, rule: string): RRuleTemporal<Temporal.ZonedDateTime> => {
  const until = partOf(rule, 'UNTIL')
  const local = until ? rule.replace(until, utcStamp(asUtc(untilByWall(until, timeZone)))) : rule
  const rruleString = `DTSTART;TZID=UTC:${utcStamp(asUtc(start)).replace('Z', '')}\nRRULE:${local}`
  return new RRuleTemporal({ rruleString, temporal: Temporal, maxIterations: MOST_STEPS, cache: false })
}

/** UNTIL of a kept rule by the clock on the wall; of whole days the midnight of the last. */
export const untilByWall = (until: string, timeZone: string | null): WallClock =>
  timeZone === null || until.length === 8
    ? Temporal.PlainDateTime.from(until.slice(0, 8))
    : wallClockAt(instantOfStamp(until), timeZone)

const asUtc = (local: WallClock): Temporal.Instant => momentOf(local, 'UTC')

/** The first start that the rule makes; null where it makes none. */
export const firstStart = (from: RuleStart, rule: string): WallClock | null => {
  try {
    const [first] = ruleOf(from, rule).all((_, index) => index < 1)
    return first?.toPlainDateTime() ?? null
  } catch {
    return null
  }
}

/** The last start of a rule with COUNT; null where that lies too many steps away. */
export const lastStart = (from: RuleStart, rule: string): WallClock | null => {
  try {
    return ruleOf(from, rule).all().at(-1)?.toPlainDateTime() ?? null
  } catch {
    return null
  }
}

/** The starts between two moments, both included, by the clock on the wall. */
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
