import { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock } from '../../../../kernel/time/local-time.ts'
import { timesOf } from './item-times.ts'
import { keptEnd, movedAlong } from './kept-times.ts'
import { type ItemTimes, occurrencesWithin } from './occurrences.ts'
import type { ItemWithOverrides, Override } from './overrides.ts'
import { fromColumn, toColumn } from './wall-clock.ts'

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
  let known: Temporal.PlainDateTime | null = null
  // Asked for a year at once: a rule costs a millisecond or more each time that it is asked.
  for (const start of [...starts].sort(Temporal.PlainDateTime.compare)) {
    if (known && Temporal.PlainDateTime.compare(start, known) < 0) continue
    known = start.add({ days: DAYS_AT_ONCE })
    const [from, to] = [start, known].map((local) => momentOf(local, times.timeZone ?? tenantZone)) as [
      Temporal.Instant,
      Temporal.Instant,
    ]
    for (const { start: shown } of occurrencesWithin(times, tenantZone, from, to)) made.add(shown.toString())
  }
  return made
}
