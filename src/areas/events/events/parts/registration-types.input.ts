import type { EventQuestionInput, EventRegistrationTypeInput, EventSessionInput } from '#contract/events/events'
import type { FieldFault } from '#kernel/errors/problem'
import { dateOf } from '#kernel/time/day'
import type { EventQuestion, EventRegistrationType, EventSession } from '#prisma/client'
import { momentOf, pick } from '../events.input.ts'
import { amountOf, checkMaximum, type PartList, parsePartName, parsePriced } from './part-list.input.ts'

const parsePrices = (
  input: EventRegistrationTypeInput,
  current: EventRegistrationType | null,
  price: string,
  at: string,
  faults: FieldFault[],
) => {
  const memberPrice = amountOf(input.MemberPrice, current?.memberPrice)
  const earlyPrice = amountOf(input.EarlyBirdPrice, current?.earlyPrice)
  const earlyMemberPrice = amountOf(input.EarlyBirdMemberPrice, current?.earlyMemberPrice)
  const sent = input.EarlyBirdEnds
  const earlyEndsOn = sent === undefined ? (current?.earlyEndsOn ?? null) : sent === null ? null : dateOf(sent)
  checkMaximum(memberPrice, price, { pointer: `${at}/MemberPrice`, field: 'Price' }, faults)
  checkMaximum(earlyPrice, price, { pointer: `${at}/EarlyBirdPrice`, field: 'Price' }, faults)
  const early = { pointer: `${at}/EarlyBirdMemberPrice` }
  checkMaximum(
    earlyMemberPrice,
    memberPrice ?? price,
    { ...early, field: memberPrice ? 'MemberPrice' : 'Price' },
    faults,
  )
  checkMaximum(earlyMemberPrice, earlyPrice, { ...early, field: 'EarlyBirdPrice' }, faults)
  if ((earlyPrice !== null || earlyMemberPrice !== null) && earlyEndsOn === null)
    faults.push({ pointer: `${at}/EarlyBirdEnds`, message: 'is required for an early price' })
  return { memberPrice, earlyPrice, earlyMemberPrice, earlyEndsOn }
}

const parseType = (
  input: EventRegistrationTypeInput,
  current: EventRegistrationType | null,
  at: string,
  faults: FieldFault[],
) => {
  const priced = parsePriced(input, current, at, faults)
  return {
    ...parsePartName(input.Name, current, at, faults),
    ...priced,
    ...parsePrices(input, current, priced.price, at, faults),
    capacity: pick(input.Capacity, current?.capacity ?? null),
    seats: input.SeatsPerRegistration ?? current?.seats ?? 1,
    maxPerOrder: pick(input.MaxPerOrder, current?.maxPerOrder ?? null),
    isForMembers: input.IsMembersOnly ?? current?.isForMembers ?? false,
    isForInvited: input.IsInvitationOnly ?? current?.isForInvited ?? false,
    benefitItemId: pick(input.BenefitItemId, current?.benefitItemId ?? null),
    benefitPercent: input.BenefitDiscountPercent ?? current?.benefitPercent ?? 100,
  }
}

type RegistrationTypeData = ReturnType<typeof parseType>

export const REGISTRATION_TYPES: PartList<EventRegistrationTypeInput, EventRegistrationType, RegistrationTypeData> = {
  list: 'RegistrationTypes',
  idField: 'EventRegistrationTypeId',
  noun: 'registration type',
  idOf: ({ EventRegistrationTypeId }) => EventRegistrationTypeId,
  parse: parseType,
  keyField: 'Name',
  keyOf: ({ nameKey }) => nameKey,
}

const parseSession = (input: EventSessionInput, current: EventSession | null, at: string, faults: FieldFault[]) => {
  const startsAt = momentOf(input.StartDate, current?.startsAt ?? null)
  const endsAt = momentOf(input.EndDate, current?.endsAt ?? null)
  if (!startsAt) faults.push({ pointer: `${at}/StartDate`, message: 'is required' })
  if (!endsAt) faults.push({ pointer: `${at}/EndDate`, message: 'is required' })
  if (startsAt && endsAt && endsAt <= startsAt)
    faults.push({ pointer: `${at}/EndDate`, message: 'must be after StartDate' })
  return {
    ...parsePartName(input.Name, current, at, faults),
    ...parsePriced(input, current, at, faults),
    // Without both, the save is rejected.
    startsAt: startsAt ?? new Date(0),
    endsAt: endsAt ?? new Date(0),
    capacity: pick(input.Capacity, current?.capacity ?? null),
    /** Undefined: unchanged. */
    typeIds: input.RegistrationTypeIds === undefined ? undefined : [...new Set(input.RegistrationTypeIds ?? [])],
  }
}

type SessionData = ReturnType<typeof parseSession>

export const SESSIONS: PartList<EventSessionInput, EventSession, SessionData> = {
  list: 'Sessions',
  idField: 'SessionId',
  noun: 'session',
  idOf: ({ SessionId }) => SessionId,
  parse: parseSession,
  keyField: 'Name',
  keyOf: ({ nameKey }) => nameKey,
}

const parseQuestion = (input: EventQuestionInput, current: EventQuestion | null, at: string, faults: FieldFault[]) => {
  const fieldId = input.CustomFieldId ?? current?.fieldId ?? 0
  if (fieldId === 0) faults.push({ pointer: `${at}/CustomFieldId`, message: 'is required' })
  const appliesTo = input.AppliesTo ?? current?.appliesTo ?? 'Attendee'
  const typeIds = input.RegistrationTypeIds === undefined ? undefined : [...new Set(input.RegistrationTypeIds ?? [])]
  if (appliesTo !== 'Attendee' && typeIds && typeIds.length > 0)
    faults.push({ pointer: `${at}/RegistrationTypeIds`, message: 'must be empty unless AppliesTo is Attendee' })
  return {
    fieldId,
    appliesTo,
    askedKey: fieldId === 0 ? '' : `${appliesTo}:${fieldId}`,
    isRequired: input.IsRequired ?? current?.isRequired ?? false,
    /** Undefined: unchanged. */
    typeIds: appliesTo === 'Attendee' ? typeIds : [],
  }
}

type QuestionData = ReturnType<typeof parseQuestion>

export const QUESTIONS: PartList<EventQuestionInput, EventQuestion, QuestionData> = {
  list: 'Questions',
  idField: 'QuestionId',
  noun: 'question',
  idOf: ({ QuestionId }) => QuestionId,
  parse: parseQuestion,
  keyField: 'CustomFieldId',
  keyOf: ({ askedKey }) => askedKey,
}
