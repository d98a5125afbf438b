import type { DisplayAdInput, operations } from '#contract/commerce/advertising'
import type { QueryOf } from '#kernel/contract/schema'
import { badInput, badInputs, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { Filter } from '#kernel/listing/filter'
import { parseListFields } from '#kernel/listing/input'
import type { Condition, ListInput } from '#kernel/listing/request'
import { oneLine } from '#kernel/text/one-line'
import { addDays, type Day } from '#kernel/time/calendar'
import { dateOf, dayOf } from '#kernel/time/day'
import { parseDayIn } from '#kernel/time/written-date'
import type { DisplayAd } from '#prisma/client'
import { ANY_SIZE, type Size, sizeOf } from './display-ads.model.ts'

/** The image of an ad after a save. */
export interface AdImage extends Size {
  fileId: number
}

/** Returns the image that an ad has. */
export const imageOf = ({ imageFileId, imageWidth, imageHeight }: DisplayAd): AdImage | null =>
  imageFileId === null || imageWidth === null || imageHeight === null
    ? null
    : { fileId: imageFileId, width: imageWidth, height: imageHeight }

/**
 * Parses an ad without its contact and placements. A field that is left out keeps its value.
 *
 * @param image the image after the save. @throws 400 naming the fields, 422 advertising-rule.
 */
export const parseDisplayAd = (input: DisplayAdInput, current: DisplayAd | null, image: AdImage | null) => {
  const faults: FieldFault[] = []
  const title = input.Title === undefined ? (current?.title ?? '') : oneLine(input.Title ?? '')
  if (title === '') faults.push({ pointer: '/Title', message: 'is required and must not be blank' })
  const destinationUrl = parseAddress(input, current, faults)
  if (faults.length > 0) throw badInputs(faults)
  const areaId = input.AdAreaId === undefined ? (current?.areaId ?? ANY_SIZE) : Number(input.AdAreaId ?? ANY_SIZE)
  return {
    title,
    ...parseDays(input, current),
    destinationUrl,
    opensNewWindow: input.OpenInNewWindow ?? current?.opensNewWindow ?? false,
    areaId,
    ...parseSize(input, areaId, image),
    imageFileId: image?.fileId ?? null,
    imageWidth: image?.width ?? null,
    imageHeight: image?.height ?? null,
    imageDescription: parseImageText(input, current, image),
  }
}

const parseAddress = (
  { DestinationUrl: sent }: Pick<DisplayAdInput, 'DestinationUrl'>,
  current: DisplayAd | null,
  faults: FieldFault[],
): string | null => {
  if (sent === undefined) return current?.destinationUrl ?? null
  if (sent === null) return null
  const url = URL.canParse(sent) ? new URL(sent) : null
  // A name in an address imitates another host: https://bank.example@attacker.example.
  if (!url?.hostname || url.username !== '' || url.password !== '')
    faults.push({ pointer: '/DestinationUrl', message: 'must be an http or https address without a user name' })
  return sent
}

const parseDays = (input: DisplayAdInput, current: DisplayAd | null): Pick<DisplayAd, 'startsOn' | 'endsOn'> => {
  const parse = (sent: string | null | undefined, stored: Date | null | undefined): Date | null =>
    sent === undefined ? (stored ?? null) : sent ? dateOf(sent) : null
  const startsOn = parse(input.StartDate, current?.startsOn)
  const endsOn = parse(input.EndDate, current?.endsOn)
  if (startsOn && endsOn && endsOn < startsOn)
    throw ruleRefused('advertising-rule', 'The ad ends before it starts.', [
      { pointer: '/EndDate', message: `must not be before ${dayOf(startsOn)}` },
    ])
  return { startsOn, endsOn }
}

/** A change that does not name a side leaves it to the format or the image. */
const parseSize = (input: DisplayAdInput, areaId: number, image: AdImage | null): Size => {
  const { size, faults } = sizeOf(areaId, { width: input.Width ?? 0, height: input.Height ?? 0 }, image)
  if (faults.length === 0) return size
  throw ruleRefused(
    'advertising-rule',
    'The size is not that of the format or of the image.',
    faults.map(({ field, message }) => ({
      pointer: field === 'BannerImage' ? '/BannerImage/FileId' : `/${field}`,
      message,
    })),
  )
}

const parseImageText = (input: DisplayAdInput, current: DisplayAd | null, image: AdImage | null): string | null => {
  if (image === null) return null
  const sent = input.BannerImage?.ShortDescription
  return sent === undefined ? (current?.imageDescription ?? null) : oneLine(sent ?? '') || null
}

type Query = QueryOf<typeof operations.listDisplayAds>

/** The days of "the last two weeks". */
const RECENT_DAYS = 14

const isTrue = (field: string): Filter => ({ op: 'eq', field, value: { kind: 'boolean', value: true } })

/** Returns the states that a request combines by or; null lists all ads. */
const stateFilter = ({ Active, ExpiredWithinTheLastTwoWeeks, AllExpired }: Query, today: Day): Condition[] => {
  const since: Filter = { op: 'ge', field: 'LastDate', value: { kind: 'date', text: addDays(today, -RECENT_DAYS) } }
  const parts: [string, Filter][] = [
    ...(Active ? [['Active', isTrue('IsActive')] as [string, Filter]] : []),
    ...(ExpiredWithinTheLastTwoWeeks
      ? [['ExpiredWithinTheLastTwoWeeks', { op: 'and', parts: [isTrue('IsExpired'), since] }] as [string, Filter]]
      : []),
    ...(AllExpired ? [['AllExpired', isTrue('IsExpired')] as [string, Filter]] : []),
  ]
  if (parts.length === 0) return []
  const item = { Field: parts.map(([name]) => name).join(' or '), Operator: 'eq', Value: 'true' }
  return [{ filter: { op: 'or', parts: parts.map(([, filter]) => filter) }, item }]
}

const parseDay = (name: string, sent: string | undefined, timeZone: string): Day | null => {
  const text = sent?.trim()
  if (!text) return null
  const day = parseDayIn(timeZone, text)
  if (day === null) throw badInput(`query:${name}`, 'must be a date')
  return day
}

const dayCondition = (field: 'LastDate' | 'StartDate', name: string, day: Day | null): Condition[] => {
  if (day === null) return []
  const op = field === 'LastDate' ? 'ge' : 'le'
  const filter: Filter = { op, field, value: { kind: 'date', text: day } }
  return [{ filter, item: { Field: name, Operator: op, Value: day } }]
}

/** Limits a list to the window of the calendar: ads that run on one of its days. @throws 400. */
const windowConditions = ({ CalendarStartDate, CalendarEndDate }: Query, timeZone: string): Condition[] => {
  const first = parseDay('CalendarStartDate', CalendarStartDate, timeZone)
  const last = parseDay('CalendarEndDate', CalendarEndDate, timeZone)
  if (first !== null && last !== null && last < first)
    throw badInput('query:CalendarEndDate', 'must not be before CalendarStartDate')
  return [
    ...dayCondition('LastDate', 'CalendarStartDate', first),
    ...dayCondition('StartDate', 'CalendarEndDate', last),
  ]
}

/**
 * Parses the query of the list of display ads.
 *
 * @param today in the time zone of the tenant, which is also that of the days of the window. @throws 400.
 */
export const parseDisplayAdQuery = (query: Query, today: Day, timeZone: string): ListInput => ({
  ...parseListFields(query, 'query:'),
  conditions: [...stateFilter(query, today), ...windowConditions(query, timeZone)],
})
