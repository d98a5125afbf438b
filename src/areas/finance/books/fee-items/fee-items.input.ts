import type { FeeItemInput } from '#contract/finance/fee-items'
import { badInputs } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { nameKeyOf, parseName, parseText } from '#kernel/records/names'
import type { FeeItem } from '#prisma/client'

export type FeeItemData = ReturnType<typeof parseFeeItem>

/** Parses a fee item. A field that is left out keeps its value. @throws 400 naming the fields, 422 name-needed. */
export const parseFeeItem = (input: FeeItemInput, current: FeeItem | null) => {
  const price = input.Price ?? current?.price
  const accountId = input.AccountId ?? current?.accountId
  if (price === undefined || accountId === undefined) {
    const missing = [...(price === undefined ? ['/Price'] : []), ...(accountId === undefined ? ['/AccountId'] : [])]
    throw badInputs(missing.map((pointer) => ({ pointer, message: 'is required' })))
  }
  const name = parseName(input.Name, current?.name)
  return {
    name,
    nameKey: nameKeyOf(name),
    description: parseText(input.Description, current?.description),
    price: fromCents(toCents(price)),
    quantity: input.Quantity ?? current?.quantity ?? 1,
    accountId,
    classId: input.ClassId === undefined ? (current?.classId ?? null) : input.ClassId,
    taxSetId: input.TaxSetId === undefined ? (current?.taxSetId ?? null) : input.TaxSetId,
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
}
