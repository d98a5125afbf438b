import { exactShareOf, percentUnits, toCents, WHOLE_IN_UNITS } from '#kernel/money/cents'
import type { Day } from '#kernel/time/calendar'
import { dayOf } from '#kernel/time/day'
import type { EventRegistrationType } from '#prisma/client'
import { createBenefitGiver, type PayerBenefits, type UsedBenefit } from '../benefits/benefits.model.ts'
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
  /** With what the benefit takes off. */
  discountCents: number
  discountName: string | null
  benefit: UsedBenefit | null
  /** Whether the tax set of the event applies. */
  isDonation: boolean
}

/** Returns the lowest price of a type that somebody is entitled to on a day. */
export const findTypePrice = (
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

/** Returns whether an attendee has member prices: a member pays, or the attendee is one. */
export const isMemberPriced = (
  { row }: Pick<ChosenAttendee, 'row'>,
  { isPayerMember, memberAddresses }: Entitlements,
): boolean => isPayerMember || memberAddresses.has(keyOf(row.EmailAddress) ?? '')

/** What the payer and the people of a form are entitled to on a day. */
interface Entitled {
  entitlements: Entitlements
  benefits: PayerBenefits
  today: Day
}

/** Returns the lines of a form. Who waits for a place pays nothing until one is offered. */
export const draftLines = (choices: Choices, { benefits, ...entitled }: Entitled): DraftLine[] => {
  const giveBenefit = createBenefitGiver(benefits)
  return [
    ...choices.attendees.flatMap((attendee) => attendeeLines(attendee, { ...entitled, giveBenefit })),
    ...[...choices.tiers, ...choices.exhibitors, ...choices.items].flatMap((offer) => offerLines(offer, false)),
    ...choices.donations.flatMap((offer) => offerLines(offer, true)),
  ]
}

const attendeeLines = (
  attendee: ChosenAttendee,
  {
    entitlements,
    today,
    giveBenefit,
  }: Omit<Entitled, 'benefits'> & { giveBenefit: ReturnType<typeof createBenefitGiver> },
): DraftLine[] => {
  const { type, sessions, discount, pointer, isIncluded } = attendee
  const plain = { pointer, quantity: 1, discountCents: 0, discountName: null, benefit: null, isDonation: false }
  const own = findTypePrice(type, isMemberPriced(attendee, entitlements), today)
  const lines = [
    ...(type.feeItemId === null || isIncluded
      ? []
      : [
          withBenefit(
            { ...plain, feeItemId: type.feeItemId, name: type.name, listCents: toCents(type.price), ...own },
            giveBenefit(type, own.unitCents),
          ),
        ]),
    ...sessions.flatMap(({ feeItemId, name, price }) => {
      const cents = toCents(price)
      const list = { listCents: cents, unitCents: cents, reason: 'List' as const }
      return feeItemId === null ? [] : [{ ...plain, feeItemId, name, ...list }]
    }),
  ]
  return discount ? discounted(lines, discount) : lines
}

const withBenefit = (line: DraftLine, benefit: UsedBenefit | null): DraftLine =>
  benefit ? { ...line, benefit, discountCents: benefit.cents, discountName: benefit.name } : line

/**
 * Takes a percentage off each line, or an amount off the lines in their order: of what the benefit leaves of the price.
 */
const discounted = (lines: readonly DraftLine[], { name, percent, amount }: Discount): DraftLine[] => {
  let left = amount === null ? 0 : toCents(amount)
  return lines.map((line) => {
    const price = line.unitCents - line.discountCents
    const part = percent === null ? Math.min(left, price) : exactShareOf(price, percentUnits(percent), WHOLE_IN_UNITS)
    left -= part
    if (part === 0) return line
    const discountName = line.discountName === null ? name : `${line.discountName}, ${name}`
    return { ...line, discountCents: line.discountCents + part, discountName }
  })
}

type Offered = ChosenOffer<{ feeItemId: number | null; name: string; price: { toString(): string } }>

const offerLines = ({ pointer, part, quantity, freeCents }: Offered, isDonation: boolean): DraftLine[] => {
  const { feeItemId, name, price } = part
  const cents = freeCents ?? toCents(price)
  const line = { pointer, name, quantity, listCents: cents, unitCents: cents, reason: 'List' as const, isDonation }
  return feeItemId === null ? [] : [{ ...line, feeItemId, discountCents: 0, discountName: null, benefit: null }]
}
