import { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock, wallClockAt } from '#kernel/time/local-time'
import type { CalendarItem, CalendarItemOverride } from '#prisma/client'
import { keepEnd, moveToStart, moveWithSeries, timesOf } from '../items/item-times.model.ts'
import {
  findOccurrences,
  type ItemTimes,
  type Occurrence,
  occurrenceAt,
  overlaps,
} from '../occurrences/occurrences.model.ts'
import { fromColumn, toColumn } from '../occurrences/wall-clock.model.ts'

/** How one occurrence of a repeated item differs from the series, as columns; null: no difference. */
export type Override = Omit<CalendarItemOverride, 'tenantId' | 'itemId'>

export type ItemWithOverrides = CalendarItem & { overrides: Override[] }

/** The overrides of an item, as part of a query by Prisma. */
export const OVERRIDES = { omit: { tenantId: true, itemId: true }, orderBy: { originalStart: 'asc' } } as const

/** An occurrence, with the texts and the status of the item at that occurrence. */
export interface ItemOccurrence {
  item: CalendarItem
  /** The start by the rule; null if the item is not repeated. */
  originalStart: WallClock | null
  occurrence: Occurrence
}

/** Returns the item with the texts and the status of an override. The times are left unchanged. */
export const applyOverride = (item: CalendarItem, override: Override): CalendarItem => ({
  ...item,
  title: override.title ?? item.title,
  description: override.description ?? item.description,
  location: override.location ?? item.location,
  status: override.isCancelled ? 'cancelled' : item.status,
})

/** Returns a function that gives the times of an override. @param tenantZone the zone of midnight for whole days. */
export const overrideTimes = (item: CalendarItem, tenantZone: string): ((override: Override) => Occurrence) => {
  const byRule = occurrenceAt(timesOf(item), tenantZone)
  const shown = (local: Date): [WallClock, Temporal.Instant] => {
    const moment = momentOf(fromColumn(local), item.timeZone ?? tenantZone)
    return [item.timeZone === null ? fromColumn(local) : wallClockAt(moment, item.timeZone), moment]
  }
  return ({ originalStart, localStart, localEnd }) => {
    if (!localStart || !localEnd) return byRule(fromColumn(originalStart))
    const [start, startsAt] = shown(localStart)
    const [end, endsAt] = shown(localEnd)
    return { start, end, startsAt, endsAt }
  }
}

/** Lists the occurrences of an item that overlap a span, with its overrides applied, in no order. */
export const listItemOccurrences = (
  item: ItemWithOverrides,
  tenantZone: string,
  from: Temporal.Instant,
  to: Temporal.Instant,
): ItemOccurrence[] => {
  const changed = new Set(item.overrides.map(({ originalStart }) => originalStart.getTime()))
  const unchanged = findOccurrences(timesOf(item), tenantZone, from, to)
    .filter(({ start }) => !changed.has(toColumn(start).getTime()))
    .map((occurrence) => ({ item, originalStart: item.recurrenceRule ? occurrence.start : null, occurrence }))
  const timesAt = overrideTimes(item, tenantZone)
  const overridden = item.overrides.filter(isNear(item, from, to)).map((override) => ({
    item: applyOverride(item, override),
    originalStart: fromColumn(override.originalStart),
    occurrence: timesAt(override),
  }))
  return [...unchanged, ...overridden.filter(({ occurrence }) => overlaps(occurrence, from, to))]
}

const TWO_DAYS = 172_800_000

/**
 * Returns whether an override may overlap the span in any time zone. This is cheap, and spares most conversions of
 * times.
 */
const isNear = ({ localStart, localEnd }: CalendarItem, from: Temporal.Instant, to: Temporal.Instant) => {
  const length = localEnd.getTime() - localStart.getTime()
  const after = from.epochMilliseconds - TWO_DAYS
  const before = to.epochMilliseconds + TWO_DAYS
  return (override: Override): boolean => {
    const start = (override.localStart ?? override.originalStart).getTime()
    return start < before && (override.localEnd?.getTime() ?? start + length) > after
  }
}

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
  const moved = moveWithSeries(current, times, times)
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
    const start = moveToStart(current, times, times.start)(span.start)
    // If whole days become hours, the hours of the override are unknown: it gets the length of the series.
    const getsHours = current.isAllDay && !times.isAllDay
    const end = getsHours ? start.add(times.start.until(times.end)) : keepEnd(span, times, start)
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

/** The columns that are times. Local times are stored as if they were UTC, and so are written without a zone. */
const TIMES = new Set([
  ...['local_start', 'local_end', 'starts_at', 'ends_at', 'last_ends_at', 'created_at', 'changed_at', 'original_start'],
  'excluded_starts',
])

interface SeriesRow {
  item: Record<string, unknown>
  overrides: Record<string, unknown>[]
}

/** Reads the text of seriesSql. */
export const readSeries = (text: string): ItemWithOverrides[] =>
  (JSON.parse(text) as SeriesRow[]).map(
    ({ item, overrides }): ItemWithOverrides => ({
      ...fieldsOf<CalendarItem>(item),
      overrides: overrides.map(fieldsOf<Override>),
    }),
  )

/** Returns the fields of a row by their names in Prisma. */
const fieldsOf = <T>(row: Record<string, unknown>): T =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      TIMES.has(column) ? timeOf(value) : value,
    ]),
  ) as T

const timeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(timeOf)
  return typeof value === 'string' ? new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(value) ? value : `${value}Z`) : value
}
