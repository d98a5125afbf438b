import { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock } from '#kernel/time/local-time'
import { timesOf } from '../items/item-times.input.ts'
import { keptEnd, movedAlong } from '../items/item-times.model.ts'
import { type ItemTimes, occurrencesWithin } from '../occurrences/occurrences.model.ts'
import { fromColumn, toColumn } from '../occurrences/wall-clock.model.ts'
import type { ItemWithOverrides, Override } from './overrides.model.ts'

/**
 * What stays of the changed occurrences when the times of their item change: they go along as exclusions do, and those
 * whose start is no longer made go away.
 */
export const keptOverrides = (
  { overrides, ...item }: ItemWithOverrides,
  times: ItemTimes,
  tenantZone: string,
): Override[] => {
  const current = timesOf(item)
  if (overrides.length === 0 || JSON.stringify(current) === JSON.stringify(times)) return overrides
  const moved = overrides.map((override) => moveAlong(override, current, times))
  const byStart = new Map(moved.map((one) => [fromColumn(one.originalStart).toString(), one]))
  const made = madeStarts(
    times,
    tenantZone,
    moved.map(({ originalStart }) => fromColumn(originalStart)),
  )
  return [...byStart].filter(([start]) => made.has(start)).map(([, override]) => override)
}

const moveAlong = (override: Override, current: ItemTimes, times: ItemTimes): Override => {
  const moved = movedAlong(current, times, times.start)
  const originalStart = toColumn(moved(fromColumn(override.originalStart)))
  if (!override.localStart || !override.localEnd) return { ...override, originalStart }
  const span = { ...current, start: fromColumn(override.localStart), end: fromColumn(override.localEnd) }
  const start = moved(span.start)
  // Nobody knows which hours of a whole day are meant: those of the series.
  const isOpened = current.isAllDay && !times.isAllDay
  const end = isOpened ? start.add(times.start.until(times.end)) : keptEnd(span, times, start)
  return { ...override, originalStart, localStart: toColumn(start), localEnd: toColumn(end) }
}

const DAYS_AT_ONCE = 366

/**
 * Those of the starts at which a repeated item takes place by its rule.
 *
 * @param starts by the clock on the wall, as occurrences show them.
 */
export const madeStarts = (times: ItemTimes, tenantZone: string, starts: WallClock[]): Set<string> => {
  const made = new Set<string>()
  if (times.rule === null) return made
  const moment = (local: WallClock): Temporal.Instant => momentOf(local, times.timeZone ?? tenantZone)
  for (const { first, last } of clustersOf(starts)) {
    const occurrences = occurrencesWithin(times, tenantZone, moment(first), moment(last).add({ seconds: 1 }))
    for (const { start } of occurrences) made.add(start.toString())
  }
  return made
}

/** Those within a year of each other are asked for at once, since a rule costs a millisecond or more to ask. */
const clustersOf = (starts: WallClock[]): { first: WallClock; last: WallClock }[] => {
  const clusters: { first: WallClock; last: WallClock }[] = []
  for (const start of [...starts].sort(Temporal.PlainDateTime.compare)) {
    const cluster = clusters.at(-1)
    const isWithin = cluster && Temporal.PlainDateTime.compare(start, cluster.first.add({ days: DAYS_AT_ONCE })) < 0
    if (isWithin) cluster.last = start
    else clusters.push({ first: start, last: start })
  }
  return clusters
}
