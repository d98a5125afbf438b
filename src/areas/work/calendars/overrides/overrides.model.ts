import type { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock, wallClockAt } from '#kernel/time/local-time'
import type { CalendarItem, CalendarItemOverride } from '#prisma/client'
import { timesOf } from '../items/item-times.input.ts'
import { type Occurrence, occurrenceAt, occurrencesWithin, overlaps } from '../occurrences/occurrences.model.ts'
import { fromColumn, toColumn } from '../occurrences/wall-clock.model.ts'

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

/** When it is at the one time that differs. @param tenantZone where whole days have their midnight. */
export const whenChanged = (item: CalendarItem, tenantZone: string): ((override: Override) => Occurrence) => {
  const asMade = occurrenceAt(timesOf(item), tenantZone)
  const shown = (local: Date): [WallClock, Temporal.Instant] => {
    const moment = momentOf(fromColumn(local), item.timeZone ?? tenantZone)
    return [item.timeZone === null ? fromColumn(local) : wallClockAt(moment, item.timeZone), moment]
  }
  return ({ originalStart, localStart, localEnd }) => {
    if (!localStart || !localEnd) return asMade(fromColumn(originalStart))
    const [start, startsAt] = shown(localStart)
    const [end, endsAt] = shown(localEnd)
    return { start, end, startsAt, endsAt }
  }
}

/** Each time within a span, those that differ where and as they now are; in no order. */
export const occurrencesOfItem = (
  item: ItemWithOverrides,
  tenantZone: string,
  from: Temporal.Instant,
  to: Temporal.Instant,
): ItemOccurrence[] => {
  const changed = new Set(item.overrides.map(({ originalStart }) => originalStart.getTime()))
  const made = occurrencesWithin(timesOf(item), tenantZone, from, to)
    .filter(({ start }) => !changed.has(toColumn(start).getTime()))
    .map((occurrence) => ({ item, originalStart: item.recurrenceRule ? occurrence.start : null, occurrence }))
  const when = whenChanged(item, tenantZone)
  const differing = item.overrides.filter(isNear(item, from, to)).map((override) => ({
    item: asChanged(item, override),
    originalStart: fromColumn(override.originalStart),
    occurrence: when(override),
  }))
  return [...made, ...differing.filter(({ occurrence }) => overlaps(occurrence, from, to))]
}

const TWO_DAYS = 172_800_000

/** Whether it may be within the span, whatever the zone: most are not, and clocks are dear to ask. */
const isNear = ({ localStart, localEnd }: CalendarItem, from: Temporal.Instant, to: Temporal.Instant) => {
  const length = localEnd.getTime() - localStart.getTime()
  const [after, before] = [from.epochMilliseconds - TWO_DAYS, to.epochMilliseconds + TWO_DAYS]
  return (override: Override): boolean => {
    const start = (override.localStart ?? override.originalStart).getTime()
    return start < before && (override.localEnd?.getTime() ?? start + length) > after
  }
}
