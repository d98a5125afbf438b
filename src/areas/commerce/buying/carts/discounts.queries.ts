import { DISCOUNT_TYPE, discountOn, isDiscountValid } from '#areas/finance/books/discounts/discounts.model'
import { ruleRefused } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import { nameKeyOf } from '#kernel/records/names'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'

/** The discount of a promotion code. */
export interface CartDiscount {
  id: number
  accountId: number | null
  /** The amount for all lines together. */
  cents: number
  /** The discount on each line, if it is a percentage of them. */
  ofLines?: (prices: readonly number[]) => number[]
}

/** Finds the discount of a promotion code. @throws 422 store-rule if no discount with this code is valid. */
export const findCartDiscount = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  promoCode: string | null,
  today: Day,
): Promise<CartDiscount | null> => {
  if (promoCode === null) return null
  const found = await tx.discount.findFirst({ where: { tenantId, promoCodeKey: nameKeyOf(promoCode) } })
  if (!found || !isDiscountValid(found, today)) {
    const message = 'is not the promotion code of a discount that is valid today'
    throw ruleRefused('store-rule', 'The promotion code is not valid.', [{ pointer: '/PromoCode', message }])
  }
  const { id, accountId, typeId, amount } = found
  const isPercent = typeId === DISCOUNT_TYPE.percent
  return {
    ...{ id, accountId, cents: toCents(amount ?? 0) },
    ...(isPercent && { ofLines: (prices) => prices.map((price) => discountOn(found, price)) }),
  }
}
