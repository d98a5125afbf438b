import type { CalendarOccurrenceChangeInput } from '#contract/work/calendars'
import type { WallClock } from '#kernel/time/local-time'
import { parseEnd, parsePoint, parseStart, parseText, requireSpan, timesRefused } from '../items/items.input.ts'
import type { ItemTimes } from '../occurrences/occurrences.model.ts'
import { toColumn } from '../occurrences/wall-clock.model.ts'
import type { Override } from './overrides.model.ts'
import { findRuleStarts } from './overrides.model.ts'

/** Parses the start that identifies an occurrence in the path. @throws 400. */
export const parseOriginalStart = (text: string, { timeZone }: ItemTimes): WallClock =>
  parsePoint(text, 'path:start', timeZone)

/**
 * Parses the change of one occurrence; null if it does not differ from the series.
 *
 * @throws 400, 422 calendar-rule if the rule does not generate the start, or the end is before the start.
 */
export const parseOverride = (
  input: CalendarOccurrenceChangeInput,
  originalStart: WallClock,
  times: ItemTimes,
  tenantZone: string,
): Override | null => {
  requireStartOfRule(originalStart, times, tenantZone)
  const override = {
    originalStart: toColumn(originalStart),
    ...parseSpan(input, originalStart, times),
    title: parseText(input.Title, null),
    description: parseText(input.Description, null),
    location: parseText(input.Location, null),
    isCancelled: input.IsCancelled ?? false,
  }
  const { localStart, title, description, location, isCancelled } = override
  return localStart || title || description || location || isCancelled ? override : null
}

const requireStartOfRule = (start: WallClock, times: ItemTimes, tenantZone: string): void => {
  if (times.rule === null) throw timesRefused('path:start', 'must belong to a repeated item; change this item instead')
  if (!findRuleStarts(times, tenantZone, [start]).has(start.toString()))
    throw timesRefused('path:start', 'must be a start of the rule that is not excluded')
}

const parseSpan = (input: CalendarOccurrenceChangeInput, originalStart: WallClock, times: ItemTimes) => {
  const sentStart = parseStart(input, times.timeZone)
  const sentEnd = parseEnd(input, times.timeZone)
  if (!sentStart && !sentEnd) return { localStart: null, localEnd: null }
  const start = sentStart ?? originalStart
  const end = sentEnd ?? start.add(times.start.until(times.end))
  requireSpan(start, end, times.isAllDay)
  return { localStart: toColumn(start), localEnd: toColumn(end) }
}
