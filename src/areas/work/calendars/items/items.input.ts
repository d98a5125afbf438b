import { Temporal } from 'temporal-polyfill'
import type { CalendarItemInput } from '#contract/work/calendars'
import { badInput, type Problem, ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import { toDate, type WallClock, zoneName } from '#kernel/time/local-time'
import type { CalendarItem } from '#prisma/client'
import { extentOf, type ItemTimes } from '../occurrences/occurrences.model.ts'
import { findFirstStart, findLastStart, MAX_STEPS, parseRule, partOf } from '../occurrences/recurrence-rule.model.ts'
import { parseDay, parseLocal, requireCalendarYear, startText, toColumn } from '../occurrences/wall-clock.model.ts'
import type { ItemWithOverrides, Override } from '../overrides/overrides.model.ts'
import { keepOverrides } from '../overrides/overrides.model.ts'
import { keepEnd, keepExclusions, keepRule, keepStart, timesOf } from './item-times.model.ts'

/** The columns of an item that a request sets. */
export type ItemData = Omit<
  CalendarItem,
  'tenantId' | 'id' | 'auditId' | 'calendarId' | 'uid' | 'sequence' | 'createdAt' | 'changedAt' | 'eventId'
>

/** What a save writes. */
export interface PreparedItem {
  data: ItemData
  /** The overrides that the new times keep; those of a new item are empty. */
  overrides: Override[]
}

/** Parses an item and the overrides that remain, in the thread: rules are evaluated. @throws as parseItem. */
export const prepareItem = (
  input: CalendarItemInput,
  current: ItemWithOverrides | null,
  tenantZone: string,
): PreparedItem => {
  const data = parseItem(input, current, current && timesOf(current), tenantZone)
  return { data, overrides: current ? keepOverrides(current, timesOf({ ...current, ...data }), tenantZone) : [] }
}

/**
 * Parses an item. A field that is left out keeps its value; null clears it.
 *
 * @throws 400, 422 name-needed, wrong-address, calendar-rule.
 */
const parseItem = (
  input: CalendarItemInput,
  current: CalendarItem | null,
  currentTimes: ItemTimes | null,
  tenantZone: string,
): ItemData => ({
  title: parseTitle(input, current),
  description: parseText(input.Description, current?.description),
  location: parseText(input.Location, current?.location),
  url: parseUrl(input, current),
  status: (input.Status === undefined ? current?.status : input.Status) ?? 'confirmed',
  ...timeColumns(parseTimes(input, currentTimes, tenantZone), tenantZone),
})

const timeColumns = (times: ItemTimes, tenantZone: string) => {
  const { startsAt, endsAt, lastEndsAt } = extentOf(times, tenantZone)
  return {
    isAllDay: times.isAllDay,
    localStart: toColumn(times.start),
    localEnd: toColumn(times.end),
    timeZone: times.timeZone,
    recurrenceRule: times.rule,
    excludedStarts: times.excluded.map(toColumn),
    startsAt: toDate(startsAt),
    endsAt: toDate(endsAt),
    lastEndsAt: lastEndsAt && toDate(lastEndsAt),
  }
}

const parseTitle = ({ Title }: CalendarItemInput, current: CalendarItem | null): string => {
  const title = Title === undefined ? current?.title : oneLine(Title ?? '')
  if (title) return title
  throw ruleRefused('name-needed', 'The item has no title.', [{ pointer: '/Title', message: 'must not be blank' }])
}

/** Parses an optional text: blank is null, and a text that is left out keeps its value. */
export const parseText = (sent: string | null | undefined, current: string | null | undefined): string | null =>
  (sent === undefined ? current : sent?.trim()) || null

const parseUrl = ({ Url }: CalendarItemInput, current: CalendarItem | null): string | null => {
  const url = parseText(Url, current?.url)
  if (url === null || (/^https?:\/\/[\x21-\x7e]+$/i.test(url) && URL.canParse(url))) return url
  const errors = [{ pointer: '/Url', message: 'must be an absolute http or https address' }]
  throw ruleRefused('wrong-address', 'The address of the item is not an absolute http or https address.', errors)
}

/**
 * Parses the times of an item. A field that is left out keeps its value, converted to the form of the fields that are
 * sent.
 *
 * @throws 400, 422 calendar-rule if a time zone or rule is none, or the times contradict each other.
 */
const parseTimes = (input: CalendarItemInput, current: ItemTimes | null, tenantZone: string): ItemTimes => {
  const isAllDay = input.IsAllDay ?? current?.isAllDay ?? false
  const timeZone = isAllDay ? null : parseZone(input.TimeZone, current?.timeZone ?? tenantZone)
  const frame = { isAllDay, timeZone }
  const start = parseStart(input, timeZone) ?? (current && keepStart(current, frame)) ?? missing('/Start')
  const end = parseEnd(input, timeZone) ?? (current ? keepEnd(current, frame, start) : defaultEnd(start, isAllDay))
  requireSpan(start, end, isAllDay)
  const rule = parseRecurrence(input.RecurrenceRule, current, frame)
  const sent = parseExcluded(input, current, timeZone)
  const excluded = sent ?? (current ? keepExclusions(current, frame, { start, rule }) : [])
  const times = { ...frame, start, end, rule, excluded }
  requireRuleFits(times)
  return times
}

const missing = (pointer: string): never => {
  throw badInput(pointer, 'is required')
}

/** Returns 422 `calendar-rule` for one field. */
export const timesRefused = (pointer: string, message: string): Problem =>
  ruleRefused('calendar-rule', 'The times of the item are not valid.', [{ pointer, message }])

const parseZone = (sent: string | null | undefined, otherwise: string): string => {
  if (!sent?.trim()) return otherwise
  const zone = zoneName(sent.trim())
  if (!zone) throw timesRefused('/TimeZone', 'must be an IANA time zone such as Europe/Berlin')
  return zone
}

/** Parses a time, or a day if the item lasts whole days. @param timeZone null for whole days. @throws 400. */
export const parsePoint = (text: string, pointer: string, timeZone: string | null): WallClock => {
  const parsed = timeZone === null ? parseDay(text.trim())?.toPlainDateTime() : parseLocal(text.trim(), timeZone)
  const form = timeZone === null ? 'a day such as 2026-11-24' : 'a time such as 2026-11-24T18:30:00'
  if (!parsed) throw badInput(pointer, `must be ${form}`)
  return requireCalendarYear(parsed, pointer)
}

export const parseStart = ({ Start }: Pick<CalendarItemInput, 'Start'>, timeZone: string | null): WallClock | null =>
  Start ? parsePoint(Start, '/Start', timeZone) : null

/** Parses the end. Of whole days, requests contain the last day; the end that is stored is the midnight after it. */
export const parseEnd = ({ End }: Pick<CalendarItemInput, 'End'>, timeZone: string | null): WallClock | null => {
  if (!End) return null
  const end = parsePoint(End, '/End', timeZone)
  return timeZone === null ? end.add({ days: 1 }) : end
}

const defaultEnd = (start: WallClock, isAllDay: boolean): WallClock => start.add(isAllDay ? { days: 1 } : { hours: 1 })

/** @throws 422 calendar-rule if the end is before the start. */
export const requireSpan = (start: WallClock, end: WallClock, isAllDay: boolean): void => {
  const order = Temporal.PlainDateTime.compare(start, end)
  if (order > 0 || (isAllDay && order === 0)) throw timesRefused('/End', 'must not be before Start')
}

/** Parses the rule. One that equals the current one is treated like one that is left out. */
const parseRecurrence = (
  sent: string | null | undefined,
  current: ItemTimes | null,
  frame: Pick<ItemTimes, 'isAllDay' | 'timeZone'>,
): string | null => {
  const isKept = current !== null && (sent === undefined || sent?.trim() === current.rule)
  const text = isKept ? keepRule(current, frame) : sent?.trim()
  if (!text) return null
  const parsed = parseRule(text, frame.timeZone)
  if ('fault' in parsed) throw timesRefused('/RecurrenceRule', parsed.fault)
  return parsed.rule
}

/**
 * Parses the exclusions; null if they are left out or equal the current ones: then they move with the start of the
 * item.
 */
const parseExcluded = (
  { ExcludedStarts: sent }: CalendarItemInput,
  current: ItemTimes | null,
  timeZone: string | null,
): WallClock[] | null => {
  const shown = current?.excluded.map((start) => startText(start, current.isAllDay))
  if (sent === undefined || (shown && sent?.join() === shown.join())) return null
  const parsed = (sent ?? []).map((text, index) => parsePoint(text, `/ExcludedStarts/${index}`, timeZone))
  return [...new Map(parsed.map((start) => [start.toString(), start])).values()].sort(Temporal.PlainDateTime.compare)
}

const MAX_DAYS_EACH = 366

/** Rejects a start that the rule does not generate, because calendar programs treat it differently. */
const requireRuleFits = (times: ItemTimes): void => {
  if (times.rule === null) return
  // To find what lasts into a requested span, the rule is evaluated from this many days before it.
  if (Temporal.PlainDateTime.compare(times.start.add({ days: MAX_DAYS_EACH }), times.end) < 0)
    throw timesRefused('/End', `must be at most ${MAX_DAYS_EACH} days after Start if the item is repeated`)
  const first = findFirstStart(times, times.rule)
  if (first === null) throw timesRefused('/RecurrenceRule', 'must generate at least one start')
  if (!first.equals(times.start)) throw timesRefused('/Start', `must be the first start of the rule: ${first}`)
  if (partOf(times.rule, 'COUNT') && findLastStart(times, times.rule) === null)
    throw timesRefused('/RecurrenceRule', `must complete its COUNT within ${MAX_STEPS} steps of its FREQ: use UNTIL`)
}
