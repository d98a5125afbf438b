import type { FieldFault } from '#kernel/errors/problem'
import { fromCents, toCents } from '#kernel/money/cents'
import { parseText } from '#kernel/records/names'
import { pick } from '../events.input.ts'

interface Amount {
  toString(): string
}

/** An amount that was sent, or the current one if the field is left out: two decimals; null for none. */
export const amountOf = (sent: number | null | undefined, current: Amount | null = null): string | null => {
  const amount = sent === undefined ? current : sent
  return amount === null ? null : fromCents(toCents(amount))
}

/** An optional limit on a price: it must not be above another one. */
export const checkMaximum = (
  amount: string | null,
  most: string | null,
  { pointer, field }: { pointer: string; field: string },
  faults: FieldFault[],
): void => {
  if (amount !== null && most !== null && toCents(amount) > toCents(most))
    faults.push({ pointer, message: `must not be more than ${field}, ${most}` })
}

interface PricedInput {
  Description?: string | null
  Price?: number
  SaleableItemId?: number | null
  IsActive?: boolean
}

interface PricedRow {
  description: string | null
  price: Amount
  feeItemId: number | null
  isActive: boolean
}

/** The columns that all parts with a price have. A price requires a saleable item. */
export const parsePriced = (input: PricedInput, current: PricedRow | null, at: string, faults: FieldFault[]) => {
  const data = {
    description: parseText(input.Description, current?.description),
    price: amountOf(input.Price, current?.price) ?? '0.00',
    feeItemId: pick(input.SaleableItemId, current?.feeItemId ?? null),
    isActive: input.IsActive ?? current?.isActive ?? true,
  }
  if (data.feeItemId === null && toCents(data.price) > 0)
    faults.push({ pointer: `${at}/SaleableItemId`, message: 'is required for a price' })
  return data
}
