import { exactShareOf } from '#kernel/money/cents'
import type { EventRegistrationType } from '#prisma/client'

/** What the payer of a registration can use of a benefit. */
export interface PayerBenefit {
  itemId: number
  /** The payer, or the business that covers it. */
  ownerId: number
  name: string
  /** Pieces. */
  left: number
}

/** By the id of the benefit. */
export type PayerBenefits = ReadonlyMap<number, PayerBenefit>

/** A piece of a benefit that reduces a line. */
export interface UsedBenefit extends Pick<PayerBenefit, 'itemId' | 'ownerId' | 'name'> {
  cents: number
}

type Reduced = Pick<EventRegistrationType, 'benefitItemId' | 'benefitPercent'>

/** Returns what the benefit of a type takes off a price in cents. */
export const reductionOf = (unitCents: number, { benefitPercent }: Reduced): number =>
  exactShareOf(unitCents, benefitPercent, 100)

/** Gives the pieces of benefits to registrations in their order, one to each whose price is reduced, until they are used up. */
export const createBenefitGiver = (
  benefits: PayerBenefits,
): ((type: Reduced, unitCents: number) => UsedBenefit | null) => {
  const given = new Map<number, number>()
  return (type, unitCents) => {
    const benefit = benefits.get(type.benefitItemId ?? 0)
    const cents = reductionOf(unitCents, type)
    const before = given.get(type.benefitItemId ?? 0) ?? 0
    if (!benefit || cents === 0 || before >= benefit.left) return null
    given.set(benefit.itemId, before + 1)
    const { itemId, ownerId, name } = benefit
    return { itemId, ownerId, name, cents }
  }
}
