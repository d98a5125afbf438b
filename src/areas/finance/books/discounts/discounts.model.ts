import { exactShareOf, percentUnits, toCents, WHOLE_IN_UNITS } from '#kernel/money/cents'
import { dayOf } from '#kernel/time/day'
import type { Discount } from '#prisma/client'
import { allocate } from '../documents/pricing.model.ts'

export const DISCOUNT_TYPE = { percent: 1, amount: 2 } as const

/** Names of the types by their ids. */
export const DISCOUNT_TYPE_NAMES = { 1: 'Percent', 2: 'Amount' } as const

/** Returns whether new lines can have a discount on a day. */
export const isDiscountValid = (
  { isActive, startsOn, endsOn }: Pick<Discount, 'isActive' | 'startsOn' | 'endsOn'>,
  day: string,
): boolean => isActive && (!startsOn || dayOf(startsOn) <= day) && (!endsOn || day <= dayOf(endsOn))

/**
 * Returns the discount on a line, in cents: a percent of its amount, rounded half up, or the amount of the discount;
 * never more than the amount of the line.
 *
 * @param cents the amount of the line before its discount, at least 0.
 */
export const computeDiscount = (
  { typeId, percent, amount }: Pick<Discount, 'typeId' | 'percent' | 'amount'>,
  cents: number,
): number =>
  typeId === DISCOUNT_TYPE.percent
    ? exactShareOf(cents, percentUnits(percent ?? 0), WHOLE_IN_UNITS)
    : Math.min(cents, toCents(amount ?? 0))

/**
 * Returns the discount on each line of a sale, in cents: a percent of each, or the amount once, divided among them in
 * proportion; never more than their sum.
 */
export const divideDiscount = (
  discount: Pick<Discount, 'typeId' | 'percent' | 'amount'>,
  prices: readonly number[],
): number[] => {
  if (discount.typeId === DISCOUNT_TYPE.percent) return prices.map((price) => computeDiscount(discount, price))
  const sum = prices.reduce((total, price) => total + price, 0)
  return allocate(computeDiscount(discount, sum), prices)
}
