import type { EventRegistrationTypeInput } from '#contract/events/events'
import type { FieldFault } from '#kernel/errors/problem'
import { dateOf } from '#kernel/time/day'
import type { EventRegistrationType } from '#prisma/client'
import { pick } from '../events.input.ts'
import { type PartList, parsePartName } from './part-list.input.ts'
import { amountOf, checkMaximum, parsePriced } from './prices.input.ts'

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

const parse = (
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

export type RegistrationTypeData = ReturnType<typeof parse>

export const REGISTRATION_TYPES: PartList<EventRegistrationTypeInput, EventRegistrationType, RegistrationTypeData> = {
  list: 'RegistrationTypes',
  idField: 'EventRegistrationTypeId',
  noun: 'registration type',
  idOf: ({ EventRegistrationTypeId }) => EventRegistrationTypeId,
  parse,
  keyField: 'Name',
  keyOf: ({ nameKey }) => nameKey,
}
