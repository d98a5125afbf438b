import type {
  EventDiscountInput,
  EventDonationInput,
  EventExhibitorTypeInput,
  EventItemInput,
  EventSponsorshipTierInput,
} from '#contract/events/events'
import type { FieldFault } from '#kernel/errors/problem'
import { nameKeyOf } from '#kernel/records/names'
import { oneLine } from '#kernel/text/one-line'
import { dateOf } from '#kernel/time/day'
import type { EventDiscount, EventExhibitorType, EventItem, EventTier } from '#prisma/client'
import { pick } from '../events.input.ts'
import { amountOf, type PartList, parsePartName, parsePriced } from './part-list.input.ts'

/** Parses what tiers and kinds of places for exhibitors have in common. */
const parsePackage = (
  input: EventExhibitorTypeInput,
  current: EventExhibitorType | EventTier | null,
  at: string,
  faults: FieldFault[],
) => {
  const includedSeats = input.IncludedSeats ?? current?.includedSeats ?? 0
  const includedTypeId = pick(input.IncludedRegistrationTypeId, current?.includedTypeId ?? null)
  if (includedSeats > 0 !== (includedTypeId !== null)) {
    const message = includedSeats > 0 ? 'is required if IncludedSeats is above 0' : 'must be null if IncludedSeats is 0'
    faults.push({ pointer: `${at}/IncludedRegistrationTypeId`, message })
  }
  return {
    ...parsePartName(input.Name, current, at, faults),
    ...parsePriced(input, current, at, faults),
    maxQuantity: pick(input.MaxQuantity, current?.maxQuantity ?? null),
    includedSeats,
    includedTypeId,
  }
}

const parseTier = (input: EventSponsorshipTierInput, current: EventTier | null, at: string, faults: FieldFault[]) => ({
  ...parsePackage(input, current, at, faults),
  sponsorshipTypeId: pick(input.SponsorshipTypeId, current?.sponsorshipTypeId ?? null),
})

const parseItem = (input: EventItemInput, current: EventItem | null, at: string, faults: FieldFault[]) => ({
  ...parsePartName(input.Name, current, at, faults),
  ...parsePriced(input, current, at, faults),
  isDonation: false,
  maxQuantity: pick(input.MaxQuantity, current?.maxQuantity ?? null),
  maxPerOrder: pick(input.MaxPerOrder, current?.maxPerOrder ?? null),
})

const parseDonation = (input: EventDonationInput, current: EventItem | null, at: string, faults: FieldFault[]) => {
  const data = {
    ...parsePartName(input.Name, current, at, faults),
    ...parsePriced(input, current, at, faults),
    isDonation: true,
    maxQuantity: null,
    maxPerOrder: null,
  }
  const pointer = `${at}/SaleableItemId`
  if (data.feeItemId === null && !faults.some((fault) => fault.pointer === pointer))
    faults.push({ pointer, message: 'is required for a donation' })
  return data
}

type ExhibitorTypeData = ReturnType<typeof parsePackage>
type TierData = ReturnType<typeof parseTier>
type ItemData = ReturnType<typeof parseItem>

const NAMED = { keyField: 'Name', keyOf: ({ nameKey }: { nameKey: string }) => nameKey }

export const TIERS: PartList<EventSponsorshipTierInput, EventTier, TierData> = {
  list: 'SponsorshipTiers',
  idField: 'SponsorshipTierId',
  noun: 'sponsorship tier',
  ...NAMED,
  idOf: ({ SponsorshipTierId }) => SponsorshipTierId,
  parse: parseTier,
}

export const EXHIBITOR_TYPES: PartList<EventExhibitorTypeInput, EventExhibitorType, ExhibitorTypeData> = {
  list: 'ExhibitorTypes',
  idField: 'ExhibitorTypeId',
  noun: 'kind of exhibitor',
  ...NAMED,
  idOf: ({ ExhibitorTypeId }) => ExhibitorTypeId,
  parse: parsePackage,
}

export const ITEMS: PartList<EventItemInput, EventItem, ItemData> = {
  list: 'AdditionalItems',
  idField: 'ItemId',
  noun: 'item',
  ...NAMED,
  idOf: ({ ItemId }) => ItemId,
  parse: parseItem,
}

export const DONATIONS: PartList<EventDonationInput, EventItem, ItemData> = {
  list: 'Donations',
  idField: 'ItemId',
  noun: 'donation',
  ...NAMED,
  idOf: ({ ItemId }) => ItemId,
  parse: parseDonation,
}

const dayOf = (sent: string | null | undefined, current: Date | null): Date | null =>
  sent === undefined ? current : sent === null ? null : dateOf(sent)

const parseDiscount = (input: EventDiscountInput, current: EventDiscount | null, at: string, faults: FieldFault[]) => {
  const code = input.Code === undefined ? (current?.code ?? '') : oneLine(input.Code ?? '')
  if (!code) faults.push({ pointer: `${at}/Code`, message: 'is required and must not be blank' })
  const percent = amountOf(input.Percent, current?.percent)
  const amount = amountOf(input.Amount, current?.amount)
  if ((percent === null) === (amount === null))
    faults.push({ pointer: `${at}/Percent`, message: 'or Amount must be set, but not both' })
  const startsOn = dayOf(input.StartDate, current?.startsOn ?? null)
  const endsOn = dayOf(input.EndDate, current?.endsOn ?? null)
  if (startsOn && endsOn && endsOn < startsOn)
    faults.push({ pointer: `${at}/EndDate`, message: 'must not be before StartDate' })
  return {
    name: parsePartName(input.Name, current, at, faults).name,
    code,
    codeKey: nameKeyOf(code),
    percent,
    amount,
    startsOn,
    endsOn,
    maxUses: pick(input.MaxUses, current?.maxUses ?? null),
    isActive: input.IsActive ?? current?.isActive ?? true,
    /** Undefined: unchanged. */
    typeIds: input.RegistrationTypeIds === undefined ? undefined : [...new Set(input.RegistrationTypeIds ?? [])],
  }
}

type DiscountData = ReturnType<typeof parseDiscount>

export const DISCOUNTS: PartList<EventDiscountInput, EventDiscount, DiscountData> = {
  list: 'Discounts',
  idField: 'DiscountId',
  noun: 'discount',
  idOf: ({ DiscountId }) => DiscountId,
  parse: parseDiscount,
  keyField: 'Code',
  keyOf: ({ codeKey }) => codeKey,
}
