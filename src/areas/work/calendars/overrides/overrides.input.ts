import type { CalendarOccurrenceChangeInput } from '#contract/work/calendars'
import type { WallClock } from '#kernel/time/local-time'
import { assertSpan, readEnd, readPoint, readStart, refused } from '../items/item-times.input.ts'
import { readText } from '../items/items.input.ts'
import type { ItemTimes } from '../occurrences/occurrences.model.ts'
import { toColumn } from '../occurrences/wall-clock.model.ts'
import { madeStarts } from './override-times.model.ts'
import type { Override } from './overrides.model.ts'

/**
 * The start that names an occurrence in the path.
 *
 * @throws 400 for what cannot be read.
 */
export const readOriginalStart = (text: string, { timeZone }: ItemTimes): WallClock =>
  readPoint(text, 'path:start', timeZone)

/**
 * What a request says of one occurrence; null where it says nothing that is not as in the series.
 *
 * @throws 400 for what cannot be read; 422 calendar-rule for a start that is not made, or an end before the start.
 */
export const readOverride = (
  input: CalendarOccurrenceChangeInput,
  originalStart: WallClock,
  times: ItemTimes,
  tenantZone: string,
): Override | null => {
  assertMade(originalStart, times, tenantZone)
  const override = {
    originalStart: toColumn(originalStart),
    ...readSpan(input, originalStart, times),
    title: readText(input.Title, null),
    description: readText(input.Description, null),
    location: readText(input.Location, null),
    isCancelled: input.IsCancelled ?? false,
  }
  const { localStart, title, description, location, isCancelled } = override
  return localStart || title || description || location || isCancelled ? override : null
}

const assertMade = (start: WallClock, times: ItemTimes, tenantZone: string): void => {
  if (times.rule === null) throw refused('path:start', 'is of an item that is not repeated: change the item')
  if (!madeStarts(times, tenantZone, [start]).has(start.toString()))
    throw refused('path:start', 'is no start that the rule makes, or is excluded')
}

const readSpan = (input: CalendarOccurrenceChangeInput, originalStart: WallClock, times: ItemTimes) => {
  const [sentStart, sentEnd] = [readStart(input, times.timeZone), readEnd(input, times.timeZone)]
  if (!sentStart && !sentEnd) return { localStart: null, localEnd: null }
  const start = sentStart ?? originalStart
  const end = sentEnd ?? start.add(times.start.until(times.end))
  assertSpan(start, end, times.isAllDay)
  return { localStart: toColumn(start), localEnd: toColumn(end) }
}
