import type { Temporal } from 'temporal-polyfill'
import type { CalendarItem, CalendarItemOverride } from '../../../../generated/prisma/client.ts'
import { momentOf, type WallClock, wallClockAt } from '../../../../kernel/time/local-time.ts'
import { timesOf } from './item-times.ts'
import { type Occurrence, occurrenceAt, occurrencesWithin, overlaps } from './occurrences.ts'
import { fromColumn } from './wall-clock.ts'

/** How one time of a repeated item differs, as columns; null: as in the series. */
export type Override = Omit<CalendarItemOverride, 'tenantId' | 'itemId'>

export type ItemWithOverrides = CalendarItem & { overrides: Override[] }

/** How queries include them. */
export const OVERRIDES = { omit: { tenantId: true, itemId: true }, orderBy: { originalStart: 'asc' } } as const

/** One time that an item takes place, the item as it is then. */
export interface ItemOccurrence {
  item: CalendarItem
  /** The start that the rule makes; null where the item is not repeated. */
  originalStart: WallClock | null
  occurrence: Occurrence
}

/** The item as it is at that one time, but for when. */
export const asChanged = (item: CalendarItem, override: Override): CalendarItem => ({
  ...item,
  title: override.title ?? item.title,
  description: override.description ?? item.description,
  location: override.location ?? item.location,
  status: override.isCancelled ? 'cancelled' : item.status,
})

/** @param tenantZone where whole days have their midnight. */
export const whenChanged = (item: CalendarItem, override: Override, tenantZone: string): Occurrence => {
  const { originalStart, localStart, localEnd } = override
  if (!localStart || !localEnd) return occurrenceAt(timesOf(item), tenantZone)(fromColumn(originalStart))
  const shown = (local: Date): [WallClock, Temporal.Instant] => {
    const moment = momentOf(fromColumn(local), item.timeZone ?? tenantZone)
    return [item.timeZone === null ? fromColumn(local) : wallClockAt(moment, item.timeZone), moment]
  }
  const [start, startsAt] = shown(localStart)
  const [end, endsAt] = shown(localEnd)
  return { start, end, startsAt, endsAt }
}

/** Each time within a span, those that differ where and as they now are; in no order. */
export const occurrencesOfItem = (
  item: ItemWithOverrides,
  tenantZone: string,
  from: Temporal.Instant,
  to: Temporal.Instant,
): ItemOccurrence[] => {
  const changed = new Set(item.overrides.map(({ originalStart }) => fromColumn(originalStart).toString()))
  const made = occurrencesWithin(timesOf(item), tenantZone, from, to)
    .filter(({ start }) => !changed.has(start.toString()))
    .map((occurrence) => ({ item, originalStart: item.recurrenceRule ? occurrence.start : null, occurrence }))
  const differing = item.overrides.map((override) => ({
    item: asChanged(item, override),
    originalStart: fromColumn(override.originalStart),
    occurrence: whenChanged(item, override, tenantZone),
  }))
  return [...made, ...differing.filter(({ occurrence }) => overlaps(occurrence, from, to))]
}
