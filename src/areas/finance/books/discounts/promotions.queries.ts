import { ruleRefused } from '#kernel/errors/problem'
import { nameKeyOf } from '#kernel/records/names'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Day } from '#kernel/time/calendar'
import { discountParts, isDiscountValid } from './discounts.model.ts'

/** The discount of a promotion code. */
export interface Promotion {
  id: number
  /** The account that is debited; null for the one of the books. */
  accountId: number | null
  /** The discount on each line, from their prices in cents. */
  ofLines: (prices: readonly number[]) => number[]
}

/** Finds the discount of a promotion code. @throws 422 store-rule if no discount with this code is valid. */
export const findPromotion = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  promoCode: string | null,
  today: Day,
): Promise<Promotion | null> => {
  if (promoCode === null) return null
  const found = await tx.discount.findFirst({ where: { tenantId, promoCodeKey: nameKeyOf(promoCode) } })
  if (!found || !isDiscountValid(found, today)) {
    const message = 'is not the promotion code of a discount that is valid today'
    throw ruleRefused('store-rule', 'The promotion code is not valid.', [{ pointer: '/PromoCode', message }])
  }
  return { id: found.id, accountId: found.accountId, ofLines: (prices) => discountParts(found, prices) }
}
