import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { partOf } from './recurrence-rule.ts'
import { momentOf, type WallClock } from './wall-clock.ts'

/** When something takes place, once or again and again. */
export interface ItemTimes {
  isAllDay: boolean
  start: WallClock
  /** Of whole days the midnight behind the last. */
  end: WallClock
  /** Null for whole days. */
  timeZone: string | null
  rule: string | null
  excluded: WallClock[]
}

/** One time that it takes place. */
export interface Occurrence {
  start: WallClock
  end: WallClock
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
}

/** Rules that make nothing for so long are given up. */
const MOST_STEPS = 2000

/**
 * The local starts that the rule makes. Whole days are counted in UTC, where each has its midnight.
 */
const ruleOf = ({ start, timeZone }: ItemTimes, rule: string): RRuleTemporal<Temporal.ZonedDateTime> => {
  const until = partOf(rule, 'UNTIL')
  const whole = until && until.length === 8 ? rule.replace(until, `${until}T000000Z`) : rule
  const stamp = start.toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
  const rruleString = `DTSTART;TZID=${timeZone ?? 'UTC'}:${stamp}\nRRULE:${whole}`
  return new RRuleTemporal({ rruleString, temporal: Temporal, maxIterations: MOST_STEPS, cache: false })
}

/** The first start that the rule makes; null where it makes none. */
export const firstStart = (times: ItemTimes, rule: string): WallClock | null => {
  try {
    return (
      ruleOf(times, rule)
        .all((_, index) => index < 1)[0]
        ?.toPlainDateTime() ?? null
    )
  } catch {
    return null
  }
}

/** The first time, and when the last one ends at the latest; null where there is no last. */
export interface Extent {
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  lastEndsAt: Temporal.Instant | null
}

/** @param tenantZone where whole days have their midnight. */
export const extentOf = (times: ItemTimes, tenantZone: string): Extent => {
  const zone = times.timeZone ?? tenantZone
  const startsAt = momentOf(times.start, zone)
  const endsAt = momentOf(times.end, zone)
  return { startsAt, endsAt, lastEndsAt: lastEnd(times, zone, startsAt, endsAt) }
}

const lastEnd = (
  times: ItemTimes,
  zone: string,
  startsAt: Temporal.Instant,
  endsAt: Temporal.Instant,
): Temporal.Instant | null => {
  const { rule } = times
  if (!rule) return endsAt
  const length = startsAt.until(endsAt)
  const until = partOf(rule, 'UNTIL')
  if (until?.length === 8) {
    const day = Temporal.PlainDate.from(`${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6)}`)
    return momentOf(day.toPlainDateTime(), zone).add(length).add({ hours: 24 })
  }
  if (until) return instantOfStamp(until).add(length)
  if (!partOf(rule, 'COUNT')) return null
  const last = ruleOf(times, rule).all().at(-1)
  return last ? momentOf(last.toPlainDateTime(), zone).add(length).add({ hours: 24 }) : endsAt
}

const instantOfStamp = (stamp: string): Temporal.Instant =>
  Temporal.Instant.from(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))

/** Each time that overlaps the span, in order. */
export const occurrencesWithin = (
  times: ItemTimes,
  tenantZone: string,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Occurrence[] => {
  const zone = times.timeZone ?? tenantZone
  const excluded = new Set(times.excluded.map(String))
  const exact = momentOf(times.start, zone).until(momentOf(times.end, zone))
  const days = times.start.until(times.end, { largestUnit: 'days' })
  const at = (start: WallClock): Occurrence => {
    const startsAt = momentOf(start, zone)
    const endsAt = times.isAllDay ? momentOf(start.add(days), zone) : startsAt.add(exact)
    return { start, startsAt, endsAt, end: endsAt.toZonedDateTimeISO(zone).toPlainDateTime() }
  }
  return startsWithin(times, from.subtract(exact).subtract({ hours: 48 }), to.add({ hours: 48 }))
    .filter((start) => !excluded.has(start.toString()))
    .map(at)
    .filter(({ startsAt, endsAt }) => overlaps(startsAt, endsAt, from, to))
}

/** Something that takes no time is within a span that it begins. */
const overlaps = (
  startsAt: Temporal.Instant,
  endsAt: Temporal.Instant,
  from: Temporal.Instant,
  to: Temporal.Instant,
): boolean => {
  const [start, end, first, last] = [startsAt, endsAt, from, to].map((instant) => instant.epochMilliseconds) as [
    number,
    number,
    number,
    number,
  ]
  return start < last && (end > first || (end === start && start === first))
}

const startsWithin = (times: ItemTimes, from: Temporal.Instant, to: Temporal.Instant): WallClock[] => {
  if (!times.rule) return [times.start]
  const zone = times.timeZone ?? 'UTC'
  const starts = ruleOf(times, times.rule).between(from.toZonedDateTimeISO(zone), to.toZonedDateTimeISO(zone), true)
  return starts.map((start) => start.toPlainDateTime())
}
