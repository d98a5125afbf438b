import { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock } from '#kernel/time/local-time'
import { keptEnd, movedToStart, movedWithSeries, timesOf } from '../items/item-times.model.ts'
import { findOccurrences, type ItemTimes } from '../occurrences/occurrences.model.ts'
import { fromColumn, toColumn } from '../occurrences/wall-clock.model.ts'
import type { ItemWithOverrides, Override } from './overrides.model.ts'

/**
 * Returns the overrides of an item after a change of its times. They move with the hour and the days of the series, as exclusions do.
 * Those whose start the rule no longer generates are dropped.
 */
export const keepOverrides = (
  { overrides, ...item }: ItemWithOverrides,
  times: ItemTimes,
  tenantZone: string,
): Override[] => {
  const current = timesOf(item)
  if (overrides.length === 0 || JSON.stringify(current) === JSON.stringify(times)) return overrides
  const moved = overrides.map(moverOf(current, times))
  const byStart = new Map(moved.map((one) => [fromColumn(one.originalStart).toString(), one]))
  const originalStarts = moved.map(({ originalStart }) => fromColumn(originalStart))
  const generated = findRuleStarts(times, tenantZone, originalStarts)
  return [...byStart].filter(([start]) => generated.has(start)).map(([, override]) => override)
}

/** Returns a function that moves an override: its own times move by as many days as the start of its occurrence. */
const moverOf = (current: ItemTimes, times: ItemTimes) => {
  const moved = movedWithSeries(current, times, times)
  return (override: Override): Override => {
    const oldStart = fromColumn(override.originalStart)
    const newStart = moved(oldStart)
    const originalStart = toColumn(newStart)
    if (!override.localStart || !override.localEnd) return { ...override, originalStart }
    const days = oldStart.toPlainDate().until(newStart.toPlainDate(), { largestUnit: 'days' })
    const span = {
      ...current,
      start: fromColumn(override.localStart).add(days),
      end: fromColumn(override.localEnd).add(days),
    }
    const start = movedToStart(current, times, times.start)(span.start)
    // If whole days become hours, the hours of the override are unknown: it gets the length of the series.
    const getsHours = current.isAllDay && !times.isAllDay
    const end = getsHours ? start.add(times.start.until(times.end)) : keptEnd(span, times, start)
    return { ...override, originalStart, localStart: toColumn(start), localEnd: toColumn(end) }
  }
}

const MAX_CLUSTER_DAYS = 366

/**
 * Returns those of the starts that the rule of an item generates.
 *
 * @param starts local times, as occurrences show them.
 */
export const findRuleStarts = (times: ItemTimes, tenantZone: string, starts: WallClock[]): Set<string> => {
  const found = new Set<string>()
  if (times.rule === null) return found
  const moment = (local: WallClock): Temporal.Instant => momentOf(local, times.timeZone ?? tenantZone)
  for (const { first, last } of clustersOf(starts)) {
    const occurrences = findOccurrences(times, tenantZone, moment(first), moment(last).add({ seconds: 1 }))
    for (const { start } of occurrences) found.add(start.toString())
  }
  return found
}

/** Groups starts that are less than a year apart: one evaluation of a rule takes a millisecond or more. */
const clustersOf = (starts: WallClock[]): { first: WallClock; last: WallClock }[] => {
  const clusters: { first: WallClock; last: WallClock }[] = []
  for (const start of [...starts].sort(Temporal.PlainDateTime.compare)) {
    const cluster = clusters.at(-1)
    const isWithin = cluster && Temporal.PlainDateTime.compare(start, cluster.first.add({ days: MAX_CLUSTER_DAYS })) < 0
    if (isWithin) cluster.last = start
    else clusters.push({ first: start, last: start })
  }
  return clusters
}
