import type { CalendarItemInput } from '#contract/work/calendars'
import { ruleRefused } from '#kernel/errors/problem'
import { oneLine } from '#kernel/text/one-line'
import { toDate } from '#kernel/time/local-time'
import type { CalendarItem } from '#prisma/client'
import { extentOf, type ItemTimes } from '../occurrences/occurrences.model.ts'
import { toColumn } from '../occurrences/wall-clock.model.ts'
import { readTimes } from './item-times.input.ts'

/** What a save makes of an item, as columns. */
export type ItemDraft = Omit<
  CalendarItem,
  'tenantId' | 'id' | 'auditId' | 'calendarId' | 'uid' | 'sequence' | 'createdAt' | 'changedAt'
>

/**
 * Fields left out keep their value, null clears.
 *
 * @throws 400 for what cannot be read; 422 name-needed, wrong-address, calendar-rule.
 */
export const readItemInput = (
  input: CalendarItemInput,
  current: CalendarItem | null,
  currentTimes: ItemTimes | null,
  tenantZone: string,
): ItemDraft => ({
  title: readTitle(input, current),
  description: readText(input.Description, current?.description),
  location: readText(input.Location, current?.location),
  url: readUrl(input, current),
  status: (input.Status === undefined ? current?.status : input.Status) ?? 'confirmed',
  ...timeColumns(readTimes(input, currentTimes, tenantZone), tenantZone),
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

const readTitle = ({ Title }: CalendarItemInput, current: CalendarItem | null): string => {
  const title = Title === undefined ? current?.title : oneLine(Title ?? '')
  if (title) return title
  throw ruleRefused('name-needed', 'An item needs a title.', [{ pointer: '/Title', message: 'must not be blank' }])
}

export const readText = (sent: string | null | undefined, current: string | null | undefined): string | null =>
  (sent === undefined ? current : sent?.trim()) || null

const readUrl = ({ Url }: CalendarItemInput, current: CalendarItem | null): string | null => {
  const url = readText(Url, current?.url)
  if (url === null || (/^https?:\/\/[\x21-\x7e]+$/i.test(url) && URL.canParse(url))) return url
  const errors = [{ pointer: '/Url', message: 'must be a whole http or https address' }]
  throw ruleRefused('wrong-address', 'The address leads to a page, by http or https.', errors)
}
