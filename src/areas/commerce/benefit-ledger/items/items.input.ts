import type { BenefitItemInput } from '#contract/commerce/benefits'
import { nameKeyOf, parseName, parseText } from '#kernel/records/names'
import type { BenefitItem } from '#prisma/client'

const FREE_PERCENT = 100

/** Parses a benefit. A field that is left out keeps its value. @throws 400 naming the fields, 422 name-needed. */
export const parseBenefitItem = (input: BenefitItemInput, current: BenefitItem | null) => {
  const name = parseName(input.Name, current?.name)
  return {
    name,
    nameKey: nameKeyOf(name),
    description: parseText(input.Description, current?.description),
    isActive: input.IsActive ?? current?.isActive ?? true,
    storeItemId: input.StoreItemId === undefined ? (current?.storeItemId ?? null) : input.StoreItemId,
    storePercent: input.StoreDiscountPercent ?? current?.storePercent ?? FREE_PERCENT,
  }
}
