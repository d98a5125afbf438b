import { exactShareOf, partOf, percentUnits, toCents, WHOLE_IN_UNITS } from '#kernel/money/cents'

/** The prices of an item, and of its sub-item if that has its own. */
export interface ItemPrices {
  price: { toString(): string }
  memberPrice: { toString(): string } | null
  subItem?: { price: { toString(): string } | null; memberPrice: { toString(): string } | null } | null | undefined
}

/** The price of one piece in cents. A sub-item with a price of its own has its own member price as well. */
export const unitCentsOf = ({ price, memberPrice, subItem }: ItemPrices, isMember: boolean): number => {
  const prices = subItem && subItem.price !== null ? subItem : { price, memberPrice }
  return toCents((isMember ? prices.memberPrice : null) ?? prices.price ?? 0)
}

export const VOUCHER = { amount: 1, percent: 2, freeItem: 3 } as const

/** A voucher that pays. Amounts are in cents. */
export interface PayingVoucher {
  typeId: number
  /** The percentage of type 2. */
  value: { toString(): string }
  remainingCents: number
  /** The item that is free. */
  itemId: number | null
}

/** A line that vouchers pay for: what is owed for it, tax included. */
export interface PaidLine {
  itemId: number
  quantity: number
  totalCents: number
}

/**
 * Returns what each voucher pays, in their order, never more than what is left to pay: an amount its rest, a percentage its
 * part of the total, a free item one piece of that item.
 */
export const voucherParts = (
  vouchers: readonly PayingVoucher[],
  lines: readonly PaidLine[],
  totalCents: number,
): number[] => {
  let due = totalCents
  const freed = new Map<number, number>()
  return vouchers.map((voucher) => {
    const part = Math.min(due, worthOf(voucher, lines, totalCents, freed))
    due -= part
    return part
  })
}

const worthOf = (
  { typeId, value, remainingCents, itemId }: PayingVoucher,
  lines: readonly PaidLine[],
  totalCents: number,
  freed: Map<number, number>,
): number => {
  if (typeId === VOUCHER.amount) return remainingCents
  if (typeId === VOUCHER.percent) return exactShareOf(totalCents, percentUnits(value), WHOLE_IN_UNITS)
  let before = freed.get(itemId ?? 0) ?? 0
  freed.set(itemId ?? 0, before + 1)
  for (const line of lines.filter((one) => one.itemId === itemId)) {
    if (before < line.quantity) return partOf(line.totalCents, before, before + 1, line.quantity)
    before -= line.quantity
  }
  return 0
}
