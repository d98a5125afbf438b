import { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock, wallClockAt } from '#kernel/time/local-time'
import type { CalendarItem } from '#prisma/client'
import type { ItemTimes } from '../occurrences/occurrences.model.ts'
import { partOf, toLocalUntil, toUtcStamp } from '../occurrences/recurrence-rule.model.ts'
import { fromColumn } from '../occurrences/wall-clock.model.ts'
import { findSeriesShift } from '../overrides/series-shift.model.ts'

type TimeColumns = Pick<
  CalendarItem,
  'isAllDay' | 'localStart' | 'localEnd' | 'timeZone' | 'recurrenceRule' | 'excludedStarts'
>

/** Returns the times of an item from its columns. */
export const timesOf = (item: TimeColumns): ItemTimes => ({
  isAllDay: item.isAllDay,
  start: fromColumn(item.localStart),
  end: fromColumn(item.localEnd),
  timeZone: item.timeZone,
  rule: item.recurrenceRule,
  excluded: item.excludedStarts.map(fromColumn),
})

/** The form of the times after a change. The functions below convert what the change leaves out to this form. */
interface NewFrame {
  isAllDay: boolean
  timeZone: string | null
}

const midnight = (local: WallClock): WallClock => local.toPlainDate().toPlainDateTime()

/** Returns the start if a change contains none. Undefined if whole days become hours, because the hour is unknown. */
export const keepStart = (current: ItemTimes, { isAllDay }: NewFrame): WallClock | undefined => {
  if (current.isAllDay && !isAllDay) return undefined
  return isAllDay ? midnight(current.start) : current.start
}

/** Returns the end if a change contains none: the length stays, and hours become the days that they overlap. */
export const keepEnd = (current: ItemTimes, { isAllDay }: NewFrame, start: WallClock): WallClock => {
  if (current.isAllDay === isAllDay) return start.add(current.start.until(current.end))
  if (!isAllDay) return start.add({ hours: 1 })
  const first = current.start.toPlainDate()
  const last = current.end.subtract({ nanoseconds: 1 }).toPlainDate()
  return start.add({ days: Math.max(first.until(last, { largestUnit: 'days' }).days, 0) + 1 })
}

/** Returns the rule if a change contains none: UNTIL keeps its local time. */
export const keepRule = (current: ItemTimes, { timeZone }: NewFrame): string | null => {
  const until = current.rule && partOf(current.rule, 'UNTIL')
  if (!current.rule || !until || current.timeZone === timeZone) return current.rule
  const local = toLocalUntil(until, current.timeZone)
  const isDay = timeZone === null || current.timeZone === null
  const kept = isDay ? local.toPlainDate().toString().replaceAll('-', '') : toUtcStamp(momentOf(local, timeZone))
  return current.rule.replace(until, kept)
}

/** The start and the rule of a series after a change. */
export type NewSeries = Pick<ItemTimes, 'start' | 'rule'>

/** Returns a function that moves a start of the rule to the new hour of its item, and to the new days of the series. */
export const moveWithSeries = (current: ItemTimes, frame: NewFrame, next: NewSeries) => {
  const shift = findSeriesShift(current, { ...frame, ...next })
  const moved = moveToStart(current, frame, next.start)
  return (one: WallClock): WallClock => moved(one.add(shift?.(startByRule(current, one) ?? one) ?? { days: 0 }))
}

/** Returns a function that moves a start to the new hour of its item, on the same day. */
export const moveToStart = (current: ItemTimes, { isAllDay, timeZone }: NewFrame, start: WallClock) => {
  const hour = start.toPlainTime()
  return (one: WallClock): WallClock => {
    if (isAllDay) return midnight(one)
    return shownTime(startByRule(current, one)?.withPlainTime(hour) ?? one, timeZone)
  }
}

/**
 * Returns the start as the rule generates it, at the hour of the item, for a start that is shown; null if the rule does
 * not generate it. The two differ if the clocks skip the hour on that day.
 */
export const startByRule = (
  { start, timeZone }: Pick<ItemTimes, 'start' | 'timeZone'>,
  shown: WallClock,
): WallClock | null => {
  const made = shown.withPlainTime(start.toPlainTime())
  return shownTime(made, timeZone).equals(shown) ? made : null
}

/** Returns a local time as it is shown: a time that the clocks of the zone skip is later, by the length of the gap. */
const shownTime = (local: WallClock, timeZone: string | null): WallClock =>
  timeZone === null ? local : wallClockAt(momentOf(local, timeZone), timeZone)

/**
 * Returns the exclusions if a change contains none: they move with the hour, so that the excluded starts stay excluded.
 */
export const keepExclusions = (current: ItemTimes, frame: NewFrame, next: NewSeries): WallClock[] => {
  const moved = current.excluded.map(moveWithSeries(current, frame, next))
  return [...new Map(moved.map((one) => [one.toString(), one])).values()].sort(Temporal.PlainDateTime.compare)
}
