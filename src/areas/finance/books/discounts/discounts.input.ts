import type { DiscountInput } from '#contract/finance/fee-items'
import { badInput } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { nameKeyOf, parseName } from '#kernel/records/names'
import { optionalLine } from '#kernel/text/one-line'
import { dateOf } from '#kernel/time/day'
import type { Discount } from '#prisma/client'
import { DISCOUNT_TYPE } from './discounts.model.ts'

export type DiscountData = ReturnType<typeof parseDiscount>

/**
 * Parses a discount. A field that is left out keeps its value; the value of the other type becomes null.
 *
 * @throws 400 naming the field, 422 name-needed.
 */
export const parseDiscount = (input: DiscountInput, current: Discount | null) => {
  const name = parseName(input.Name, current?.name)
  const typeId = input.DiscountTypeId ?? current?.typeId
  if (typeId === undefined) throw badInput('/DiscountTypeId', 'is required')
  const promoCode = optionalLine(input.PromoCode, current?.promoCode)
  return {
    name,
    nameKey: nameKeyOf(name),
    typeId,
    ...parseValue(input, typeId, current),
    promoCode,
    promoCodeKey: promoCode === null ? null : nameKeyOf(promoCode),
    ...parseDates(input, current),
    accountId: input.AccountId === undefined ? (current?.accountId ?? null) : input.AccountId,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}

const parseValue = (input: DiscountInput, typeId: number, current: Discount | null) => {
  const { DiscountPercent, DiscountAmount } = input
  if (typeId === DISCOUNT_TYPE.percent) {
    if (DiscountAmount) throw badInput('/DiscountAmount', 'must be null for a discount of type 1')
    const percent = DiscountPercent === undefined ? (current?.percent ?? null) : DiscountPercent
    if (percent === null) throw badInput('/DiscountPercent', 'is required for a discount of type 1')
    return { percent, amount: null }
  }
  if (DiscountPercent) throw badInput('/DiscountPercent', 'must be null for a discount of type 2')
  const amount = DiscountAmount === undefined ? (current?.amount ?? null) : DiscountAmount
  if (amount === null) throw badInput('/DiscountAmount', 'is required for a discount of type 2')
  return { percent: null, amount: fromCents(toCents(amount)) }
}

const parseDates = (input: DiscountInput, current: Discount | null) => {
  const startsOn = parseDate(input.StartDate, current?.startsOn)
  const endsOn = parseDate(input.EndDate, current?.endsOn)
  if (startsOn && endsOn && endsOn < startsOn) throw badInput('/EndDate', 'must not be before StartDate')
  return { startsOn, endsOn }
}

const parseDate = (sent: string | null | undefined, before: Date | null | undefined): Date | null => {
  if (sent === undefined) return before ?? null
  return sent === null ? null : dateOf(sent)
}
