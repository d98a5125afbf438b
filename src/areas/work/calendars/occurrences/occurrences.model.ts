import { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock, wallClockAt } from '#kernel/time/local-time'
import { findLastStart, listStartsBetween, parseUtcStamp, partOf } from './recurrence-rule.model.ts'

/** The times of an item, which may be repeated. */
export interface ItemTimes {
  isAllDay: boolean
  start: WallClock
  /** Of whole days: the midnight after the last day. */
  end: WallClock
  /** Null for whole days. */
  timeZone: string | null
  rule: string | null
  excluded: WallClock[]
}

export interface Occurrence {
  start: WallClock
  end: WallClock
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
}

/** The first occurrence, and the latest time at which the last one ends; null if the item has no last occurrence. */
export interface Extent {
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  lastEndsAt: Temporal.Instant | null
}

/** @param tenantZone the zone of midnight for whole days. */
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
  if (until) return parseUtcStamp(until).add(length)
  if (!partOf(rule, 'COUNT')) return null
  const last = findLastStart(times, rule)
  return last ? momentOf(last, zone).add(length).add({ hours: 24 }) : endsAt
}

/**
 * Finds the occurrences that overlap a span, in order. A start that the clocks skip is shown an hour later. If that is
 * another start of the same rule, the two are one occurrence.
 */
export const findOccurrences = (
  times: ItemTimes,
  tenantZone: string,
  from: Temporal.Instant,
  to: Temporal.Instant,
): Occurrence[] => {
  const excluded = new Set(times.excluded.map(String))
  const exact = exactLength(times, times.timeZone ?? tenantZone)
  return startsWithin(times, from.subtract(exact).subtract({ hours: 48 }), to.add({ hours: 48 }))
    .map(occurrenceAt(times, tenantZone))
    .filter(({ start }, index, all) => !excluded.has(start.toString()) && !all[index - 1]?.start.equals(start))
    .filter((occurrence) => overlaps(occurrence, from, to))
}

const exactLength = ({ start, end }: ItemTimes, zone: string): Temporal.Duration =>
  momentOf(start, zone).until(momentOf(end, zone))

/** Returns a function that gives the occurrence for a start of the rule. */
export const occurrenceAt = (times: ItemTimes, tenantZone: string): ((made: WallClock) => Occurrence) => {
  const zone = times.timeZone ?? tenantZone
  const exact = exactLength(times, zone)
  const days = times.start.until(times.end, { largestUnit: 'days' })
  return (made) => {
    const startsAt = momentOf(made, zone)
    if (times.isAllDay) {
      const end = made.add(days)
      return { start: made, startsAt, end, endsAt: momentOf(end, zone) }
    }
    const endsAt = startsAt.add(exact)
    return { start: wallClockAt(startsAt, zone), startsAt, end: wallClockAt(endsAt, zone), endsAt }
  }
}

/** Returns whether an occurrence overlaps a span. One without length overlaps a span that starts at the same time. */
export const overlaps = (
  { startsAt, endsAt }: Pick<Occurrence, 'startsAt' | 'endsAt'>,
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

const startsWithin = (times: ItemTimes, from: Temporal.Instant, to: Temporal.Instant): WallClock[] =>
  times.rule === null ? [times.start] : listStartsBetween(times, times.rule, from, to)
