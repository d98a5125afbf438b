import type { CalendarItemInput } from '#contract/work/calendars'
import { ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import { toDate } from '#kernel/time/local-time'
import type { CalendarItem } from '#prisma/client'
import { extentOf, type ItemTimes } from '../occurrences/occurrences.model.ts'
import { toColumn } from '../occurrences/wall-clock.model.ts'
import { keepOverrides } from '../overrides/override-times.model.ts'
import type { ItemWithOverrides, Override } from '../overrides/overrides.model.ts'
import { parseTimes } from './item-times.input.ts'
import { timesOf } from './item-times.model.ts'

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
