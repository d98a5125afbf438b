import { Temporal } from 'temporal-polyfill'
import { momentOf, type WallClock, wallClockAt } from '#kernel/time/local-time'
import type { ItemTimes } from '../occurrences/occurrences.model.ts'
import { partOf, utcStamp } from '../occurrences/recurrence-rule.model.ts'
import { untilByWall } from '../occurrences/rule-starts.model.ts'

/** What a change says of when an item takes place, before it is known what stays. */
interface NewFrame {
  isAllDay: boolean
  timeZone: string | null
}

const midnight = (local: WallClock): WallClock => local.toPlainDate().toPlainDateTime()

/** The start where a change names none; undefined where whole days turn into hours, since nobody knows which. */
export const keptStart = (current: ItemTimes, { isAllDay }: NewFrame): WallClock | undefined => {
  if (current.isAllDay && !isAllDay) return undefined
  return isAllDay ? midnight(current.start) : current.start
}

/** The end where a change names none: as long after the start as it was, hours as the days that they touch. */
export const keptEnd = (current: ItemTimes, { isAllDay }: NewFrame, start: WallClock): WallClock => {
  if (current.isAllDay === isAllDay) return start.add(current.start.until(current.end))
  if (!isAllDay) return start.add({ hours: 1 })
  const first = current.start.toPlainDate()
  const last = current.end.subtract({ nanoseconds: 1 }).toPlainDate()
  return start.add({ days: Math.max(first.until(last, { largestUnit: 'days' }).days, 0) + 1 })
}

/** The rule where a change names none: UNTIL goes on to mean the same time by the clock on the wall. */
export const keptRule = (current: ItemTimes, { timeZone }: NewFrame): string | null => {
  const until = current.rule && partOf(current.rule, 'UNTIL')
  if (!current.rule || !until || current.timeZone === timeZone) return current.rule
  const local = untilByWall(until, current.timeZone)
  const isDay = timeZone === null || current.timeZone === null
  const kept = isDay ? local.toPlainDate().toString().replaceAll('-', '') : utcStamp(momentOf(local, timeZone))
  return current.rule.replace(until, kept)
}

/** Where a start of the rule goes that is kept with an item: along with its hour, as the clocks show that on its day. */
export const movedAlong = (current: ItemTimes, { isAllDay, timeZone }: NewFrame, start: WallClock) => {
  const is = start.toPlainTime()
  return (one: WallClock): WallClock => {
    if (isAllDay) return midnight(one)
    return asShown(asMade(current, one)?.withPlainTime(is) ?? one, timeZone)
  }
}

/** The start as the rule makes it, at the hour of the item, of one as the clocks show it; null where it makes none such. */
export const asMade = (
  { start, timeZone }: Pick<ItemTimes, 'start' | 'timeZone'>,
  shown: WallClock,
): WallClock | null => {
  const made = shown.withPlainTime(start.toPlainTime())
  return asShown(made, timeZone).equals(shown) ? made : null
}

/** A time that the clocks of the zone skip is shown as much later. */
const asShown = (local: WallClock, timeZone: string | null): WallClock =>
  timeZone === null ? local : wallClockAt(momentOf(local, timeZone), timeZone)

/** What is excluded where a change does not say: where the hour moves it moves along, or it would take place again. */
export const keptExclusions = (current: ItemTimes, frame: NewFrame, start: WallClock): WallClock[] => {
  const moved = current.excluded.map(movedAlong(current, frame, start))
  return [...new Map(moved.map((one) => [one.toString(), one])).values()].sort(Temporal.PlainDateTime.compare)
}
