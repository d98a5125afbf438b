import type { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock, wallClockAt } from '#kernel/time/local-time'
import type { CalendarItem, CalendarItemOverride } from '#prisma/client'
import { timesOf } from '../items/item-times.model.ts'
import { findOccurrences, type Occurrence, occurrenceAt, overlaps } from '../occurrences/occurrences.model.ts'
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

/** Whether an override may overlap the span in any time zone. This is cheap, and spares most conversions of times. */
const isNear = ({ localStart, localEnd }: CalendarItem, from: Temporal.Instant, to: Temporal.Instant) => {
  const length = localEnd.getTime() - localStart.getTime()
  const after = from.epochMilliseconds - TWO_DAYS
  const before = to.epochMilliseconds + TWO_DAYS
  return (override: Override): boolean => {
    const start = (override.localStart ?? override.originalStart).getTime()
    return start < before && (override.localEnd?.getTime() ?? start + length) > after
  }
}
