import { Temporal } from 'temporal-polyfill'
import type { CalendarItemInput } from '#contract/work/calendars'
import { badInput, type Problem, ruleRefused } from '#kernel/errors/problem'
import { type WallClock, zoneName } from '#kernel/time/local-time'
import type { CalendarItem } from '#prisma/client'
import type { ItemTimes } from '../occurrences/occurrences.model.ts'
import { partOf, readRule } from '../occurrences/recurrence-rule.model.ts'
import { firstStart, lastStart, MOST_STEPS } from '../occurrences/rule-starts.model.ts'
import { fromColumn, inOurAge, readDay, readLocal, startText } from '../occurrences/wall-clock.model.ts'
import { keptEnd, keptExclusions, keptRule, keptStart } from './item-times.model.ts'

/** When an item takes place, as its row has it. */
export const timesOf = (item: CalendarItem): ItemTimes => ({
  isAllDay: item.isAllDay,
  start: fromColumn(item.localStart),
  end: fromColumn(item.localEnd),
  timeZone: item.timeZone,
  rule: item.recurrenceRule,
  excluded: item.excludedStarts.map(fromColumn),
})

/**
 * When an item takes place after a save: fields left out stay, put into the form that goes with those sent.
 *
 * @throws 400 for what cannot be read, 422 calendar-rule for what does not fit together.
 */
export const readTimes = (input: CalendarItemInput, current: ItemTimes | null, tenantZone: string): ItemTimes => {
  const isAllDay = input.IsAllDay ?? current?.isAllDay ?? false
  const timeZone = isAllDay ? null : readZone(input.TimeZone, current?.timeZone ?? tenantZone)
  const frame = { isAllDay, timeZone }
  const start = readStart(input, timeZone) ?? (current && keptStart(current, frame)) ?? missing('/Start')
  const end = readEnd(input, timeZone) ?? (current ? keptEnd(current, frame, start) : usualEnd(start, isAllDay))
  assertSpan(start, end, isAllDay)
  const times = {
    ...{ ...frame, start, end },
    rule: readRecurrence(input.RecurrenceRule, current, frame),
    excluded: readExcluded(input, current, timeZone) ?? (current ? keptExclusions(current, frame, start) : []),
  }
  assertRuleFits(times)
  return times
}

const missing = (pointer: string): never => {
  throw badInput(pointer, 'is needed')
}

export const refused = (pointer: string, message: string): Problem =>
  ruleRefused('calendar-rule', 'The times of the item do not fit together.', [{ pointer, message }])

const readZone = (sent: string | null | undefined, otherwise: string): string => {
  if (!sent?.trim()) return otherwise
  const zone = zoneName(sent.trim())
  if (!zone) throw refused('/TimeZone', 'is no IANA time zone')
  return zone
}

/** A time or day in the form of the item; 400 for anything else. @param timeZone null for whole days. */
export const readPoint = (text: string, pointer: string, timeZone: string | null): WallClock => {
  const read = timeZone === null ? readDay(text.trim())?.toPlainDateTime() : readLocal(text.trim(), timeZone)
  const form = timeZone === null ? 'a day, 2026-11-24' : 'a time, 2026-11-24T18:30:00'
  if (!read) throw badInput(pointer, `must be ${form}`)
  return inOurAge(read, pointer)
}

export const readStart = ({ Start }: Pick<CalendarItemInput, 'Start'>, timeZone: string | null): WallClock | null =>
  Start ? readPoint(Start, '/Start', timeZone) : null

/** Of whole days the last one is named, and the midnight behind it is kept. */
export const readEnd = ({ End }: Pick<CalendarItemInput, 'End'>, timeZone: string | null): WallClock | null => {
  if (!End) return null
  const end = readPoint(End, '/End', timeZone)
  return timeZone === null ? end.add({ days: 1 }) : end
}

const usualEnd = (start: WallClock, isAllDay: boolean): WallClock => start.add(isAllDay ? { days: 1 } : { hours: 1 })

export const assertSpan = (start: WallClock, end: WallClock, isAllDay: boolean): void => {
  const order = Temporal.PlainDateTime.compare(start, end)
  if (order > 0 || (isAllDay && order === 0)) throw refused('/End', 'lies before Start')
}

/** Who sends back the rule as it was read means the same as who leaves it out. */
const readRecurrence = (
  sent: string | null | undefined,
  current: ItemTimes | null,
  frame: Pick<ItemTimes, 'isAllDay' | 'timeZone'>,
): string | null => {
  const isKept = current !== null && (sent === undefined || sent?.trim() === current.rule)
  const text = isKept ? keptRule(current, frame) : sent?.trim()
  if (!text) return null
  const read = readRule(text, frame.timeZone)
  if ('fault' in read) throw refused('/RecurrenceRule', read.fault)
  return read.rule
}

/** As the rule: sent back as they were read they go along with the hour. Null where they do. */
const readExcluded = (
  { ExcludedStarts: sent }: CalendarItemInput,
  current: ItemTimes | null,
  timeZone: string | null,
): WallClock[] | null => {
  const asRead = current?.excluded.map((start) => startText(start, current.isAllDay))
  if (sent === undefined || (asRead && sent?.join() === asRead.join())) return null
  const read = (sent ?? []).map((text, index) => readPoint(text, `/ExcludedStarts/${index}`, timeZone))
  return [...new Map(read.map((start) => [start.toString(), start])).values()].sort(Temporal.PlainDateTime.compare)
}

const MOST_DAYS_EACH = 366

/** Programs differ in what they make of a start that the rule does not make: here there is none. */
const assertRuleFits = (times: ItemTimes): void => {
  if (times.rule === null) return
  // As long as the spans that are asked for: to find what lasts into one, the rule is followed from that far before it.
  if (Temporal.PlainDateTime.compare(times.start.add({ days: MOST_DAYS_EACH }), times.end) < 0)
    throw refused('/End', `must lie within ${MOST_DAYS_EACH} days of Start, where the item is repeated`)
  const first = firstStart(times, times.rule)
  if (first === null) throw refused('/RecurrenceRule', 'never falls on a day')
  if (!first.equals(times.start)) throw refused('/Start', `must be the first time that the rule makes: ${first}`)
  if (partOf(times.rule, 'COUNT') && lastStart(times, times.rule) === null)
    throw refused('/RecurrenceRule', `must come to its COUNT within ${MOST_STEPS} steps of its FREQ: end it by UNTIL`)
}
