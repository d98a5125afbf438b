import type {
  EventDonationInput,
  EventExhibitorTypeInput,
  EventItemInput,
  EventSponsorshipTierInput,
} from '#contract/events/events'
import type { FieldFault } from '#kernel/errors/problem'
import type { EventExhibitorType, EventItem, EventTier } from '#prisma/client'
import { pick } from '../events.input.ts'
import { type PartList, parsePartName } from './part-list.input.ts'
import { parsePriced } from './prices.input.ts'

/** What tiers and kinds of places for exhibitors have in common. */
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

export type ExhibitorTypeData = ReturnType<typeof parsePackage>
export type TierData = ReturnType<typeof parseTier>
export type ItemData = ReturnType<typeof parseItem>

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
