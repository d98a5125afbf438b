import { exactShareOf, percentUnits, toCents, WHOLE_IN_UNITS } from '#kernel/money/cents'
import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { EventRegistrationType } from '#prisma/client'
import type { Choices, ChosenAttendee, ChosenOffer, Discount } from '../forms/choices.model.ts'
import { type Entitlements, keyOf } from './entitlements.queries.ts'

export type PriceReason = 'List' | 'Member' | 'EarlyBird'

/** Something of a form that costs something, before tax. Amounts are in cents. */
export interface DraftLine {
  pointer: string
  feeItemId: number
  name: string
  quantity: number
  listCents: number
  unitCents: number
  reason: PriceReason
  discountCents: number
  discountName: string | null
  /** Whether the tax set of the event applies. */
  isDonation: boolean
}

/** The lowest price of a type that somebody is entitled to on a day. */
export const typePrice = (
  { price, memberPrice, earlyPrice, earlyMemberPrice, earlyEndsOn }: EventRegistrationType,
  isMember: boolean,
  today: Day,
): { unitCents: number; reason: PriceReason } => {
  const isEarly = earlyEndsOn !== null && dayOf(earlyEndsOn) >= today
  const prices: [PriceReason, typeof memberPrice][] = [
    ['List', price],
    ['Member', isMember ? memberPrice : null],
    ['EarlyBird', isEarly ? earlyPrice : null],
    ['EarlyBird', isEarly && isMember ? earlyMemberPrice : null],
  ]
  let lowest = { unitCents: toCents(price), reason: 'List' as PriceReason }
  for (const [reason, amount] of prices)
    if (amount !== null && toCents(amount) < lowest.unitCents) lowest = { unitCents: toCents(amount), reason }
  return lowest
}

/** Whether an attendee has member prices: a member pays, or the attendee is one. */
export const isMemberPriced = (
  { row }: Pick<ChosenAttendee, 'row'>,
  { isPayerMember, memberAddresses }: Entitlements,
): boolean => isPayerMember || memberAddresses.has(keyOf(row.EmailAddress) ?? '')

/** The lines of a form. Who waits for a place pays nothing until one is offered. */
export const draftLines = (choices: Choices, entitlements: Entitlements, today: Day): DraftLine[] => [
  ...choices.attendees.flatMap((attendee) => attendeeLines(attendee, entitlements, today)),
  ...[...choices.tiers, ...choices.exhibitors, ...choices.items].flatMap((offer) => offerLines(offer, false)),
  ...choices.donations.flatMap((offer) => offerLines(offer, true)),
]

const attendeeLines = (attendee: ChosenAttendee, entitlements: Entitlements, today: Day): DraftLine[] => {
  const { type, sessions, discount, pointer, isIncluded } = attendee
  const plain = { pointer, quantity: 1, discountCents: 0, discountName: null, isDonation: false }
  const own = typePrice(type, isMemberPriced(attendee, entitlements), today)
  const lines = [
    ...(type.feeItemId === null || isIncluded
      ? []
      : [{ ...plain, feeItemId: type.feeItemId, name: type.name, listCents: toCents(type.price), ...own }]),
    ...sessions.flatMap(({ feeItemId, name, price }) => {
      const cents = toCents(price)
      const list = { listCents: cents, unitCents: cents, reason: 'List' as const }
      return feeItemId === null ? [] : [{ ...plain, feeItemId, name, ...list }]
    }),
  ]
  return discount ? discounted(lines, discount) : lines
}

/** A percentage of each line, or an amount that is taken off the lines in their order. */
const discounted = (lines: readonly DraftLine[], { name, percent, amount }: Discount): DraftLine[] => {
  let left = amount === null ? 0 : toCents(amount)
  return lines.map((line) => {
    const part =
      percent === null
        ? Math.min(left, line.unitCents)
        : exactShareOf(line.unitCents, percentUnits(percent), WHOLE_IN_UNITS)
    left -= part
    return { ...line, discountCents: part, discountName: part > 0 ? name : null }
  })
}

type Offered = ChosenOffer<{ feeItemId: number | null; name: string; price: { toString(): string } }>

const offerLines = ({ pointer, part, quantity, freeCents }: Offered, isDonation: boolean): DraftLine[] => {
  const { feeItemId, name, price } = part
  const cents = freeCents ?? toCents(price)
  const line = { pointer, name, quantity, listCents: cents, unitCents: cents, reason: 'List' as const, isDonation }
  return feeItemId === null ? [] : [{ ...line, feeItemId, discountCents: 0, discountName: null }]
}
