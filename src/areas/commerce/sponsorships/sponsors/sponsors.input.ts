import type { SponsorEditInput, SponsorFilterInput } from '#contract/commerce/sponsorships'
import { MAX_ID } from '#kernel/database/ids'
import { badInput, badInputs, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { joinFilters } from '#kernel/listing/filter'
import { parseListFields } from '#kernel/listing/input'
import { parseRange } from '#kernel/listing/range'
import type { Condition, ListInput } from '#kernel/listing/request'
import { toCents } from '#kernel/money/cents'
import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import { parseDayIn } from '#kernel/time/written-date'
import type { Sponsor } from '#prisma/client'
import { isApproved, type SponsorStatus, statusOf, type Transition, transitionOf } from './sponsors.model.ts'

const FIRST_DAY = '1900-01-01'
const LAST_DAY = '2200-12-31'

export interface SponsorData {
  contactId: number
  typeId: number
  /** Null: the price of the type. */
  cents: number | null
  startsOn: Day | null
  endsOn: Day | null
  status: SponsorStatus
  transition: Transition
}

/**
 * Parses a sponsor. A field that is left out keeps its value.
 *
 * @param current null for a new sponsor. @throws 400 naming the fields; 422 sponsor-rule.
 */
export const parseSponsor = (input: SponsorEditInput, current: Sponsor | null): SponsorData => {
  const before = current ? statusOf(current.statusId) : null
  const contactId = current?.contactId ?? input.ContactId
  const typeId = input.SponsorshipTypeId ?? current?.typeId
  const bad = [
    ...missing('/ContactId', contactId),
    ...missing('/SponsorshipTypeId', typeId),
    ...unusual('/StartDate', input.StartDate),
    ...unusual('/EndDate', input.EndDate),
  ]
  if (bad.length > 0 || contactId === undefined || typeId === undefined) throw badInputs(bad)
  const change = transitionOf(before, input.Status)
  const data: SponsorData = {
    contactId,
    typeId,
    cents: parsePrice(input, current, typeId),
    startsOn: dayIn(input.StartDate, current?.startsOn),
    endsOn: dayIn(input.EndDate, current?.endsOn),
    ...(change ?? { transition: 'keep', status: before ?? 'Pending' }),
  }
  const faults = [
    ...(change ? [] : [{ pointer: '/Status', message: `cannot become ${input.Status} after the approval` }]),
    ...dayFaults(data),
    ...(current ? fixedFaults(input, data, current) : []),
  ]
  if (faults.length > 0) throw ruleRefused('sponsor-rule', 'The parts of the sponsor do not fit together.', faults)
  return data
}

const missing = (pointer: string, value: number | undefined): FieldFault[] =>
  value === undefined ? [{ pointer, message: 'is required for a new sponsor' }] : []

const unusual = (pointer: string, day: string | null | undefined): FieldFault[] =>
  day && (day < FIRST_DAY || day > LAST_DAY) ? [{ pointer, message: `must be from ${FIRST_DAY} to ${LAST_DAY}` }] : []

const dayIn = (sent: string | null | undefined, current: Date | null | undefined): Day | null =>
  sent === undefined ? (current ? dayOf(current) : null) : sent

/** Another type has another price, unless the request states one. After the approval null keeps the price. */
const parsePrice = ({ Price }: SponsorEditInput, current: Sponsor | null, typeId: number): number | null => {
  if (typeof Price === 'string') return toCents(Price)
  if (!current) return null
  const keeps = isApproved(statusOf(current.statusId)) || (Price === undefined && typeId === current.typeId)
  return keeps ? toCents(current.price) : null
}

const dayFaults = ({ startsOn, endsOn }: SponsorData): FieldFault[] =>
  startsOn !== null && endsOn !== null && endsOn < startsOn
    ? [{ pointer: '/EndDate', message: `must not be before StartDate, ${startsOn}` }]
    : []

/** Returns what is fixed on creation and by the approval. */
const fixedFaults = (input: SponsorEditInput, data: SponsorData, current: Sponsor): FieldFault[] => {
  const wasApproved = isApproved(statusOf(current.statusId))
  const fixed: [string, boolean, string][] = [
    ['/ContactId', (input.ContactId ?? current.contactId) !== current.contactId, 'cannot be changed'],
    ['/SponsorshipTypeId', wasApproved && data.typeId !== current.typeId, 'cannot be changed after the approval'],
    ['/Price', wasApproved && data.cents !== toCents(current.price), 'cannot be changed after the approval'],
    ['/StartDate', wasApproved && data.startsOn === null, 'is required after the approval'],
  ]
  return fixed.flatMap(([pointer, isFault, message]) => (isFault ? [{ pointer, message }] : []))
}

/**
 * Parses the filter of the list.
 *
 * @param timeZone of the tenant. @param prefix the pointer before a field's name. @throws 400.
 */
export const parseSponsorFilter = (filter: SponsorFilterInput, timeZone: string, prefix = '/'): ListInput => ({
  ...parseListFields(filter, prefix),
  conditions: [...idCondition(filter.SponsorId), ...windowConditions(filter, timeZone, prefix)],
})

/** No sponsor has the id 0, nor one beyond the largest. */
const idCondition = (sponsorId: string | null | undefined): Condition[] => {
  if (!sponsorId) return []
  const value = { kind: 'number', text: Number(sponsorId) > MAX_ID ? '0' : sponsorId } as const
  return [
    {
      filter: { op: 'eq', field: 'SponsorId', value },
      item: { Field: 'SponsorId', Operator: 'eq', Value: sponsorId },
    },
  ]
}

/** A term without an end contains every later day. */
const windowConditions = (
  { CalendarStartDate: from, CalendarEndDate: to }: SponsorFilterInput,
  timeZone: string,
  prefix: string,
): Condition[] => {
  const first = from?.trim() ?? ''
  const last = to?.trim() ?? ''
  if (first === '' && last === '') return []
  const begins = parseRange('StartDate', 'date', `,${last}`, `${prefix}CalendarEndDate`)
  const ends = parseRange('EndDate', 'date', `${first},`, `${prefix}CalendarStartDate`)
  const [firstDay, lastDay] = [first, last].map((text) => parseDayIn(timeZone, text))
  if (firstDay && lastDay && firstDay > lastDay)
    throw badInput(`${prefix}CalendarEndDate`, 'must not be before CalendarStartDate')
  const hasStart = { op: 'ne', field: 'StartDate', value: { kind: 'null' } } as const
  const hasNoEnd = { op: 'eq', field: 'EndDate', value: { kind: 'null' } } as const
  const filter = joinFilters([hasStart, begins, ends && { op: 'or', parts: [hasNoEnd, ends] }])
  return filter ? [{ filter, item: { Field: 'StartDate', Operator: 'in', Value: `${first},${last}` } }] : []
}
