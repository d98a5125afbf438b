import type { FieldFault } from '#kernel/errors/problem'
import { exactShareOf, partOf, percentUnits, toCents, WHOLE_IN_UNITS } from '#kernel/money/cents'
import { referenceFault } from '#kernel/records/references'
import { dayOf } from '#kernel/time/day'
import type { DraftLine } from './cart.input.ts'
import type { SoldItem } from './carts.queries.ts'

/** The prices of an item, and of its sub-item if that has its own. */
interface ItemPrices {
  price: { toString(): string }
  memberPrice: { toString(): string } | null
  subItem?: { price: { toString(): string } | null; memberPrice: { toString(): string } | null } | null | undefined
}

/** Returns the price of one piece in cents. A sub-item with a price of its own has its own member price as well. */
export const unitCentsOf = ({ price, memberPrice, subItem }: ItemPrices, isMember: boolean): number => {
  const prices = subItem && subItem.price !== null ? subItem : { price, memberPrice }
  return toCents((isMember ? prices.memberPrice : null) ?? prices.price ?? 0)
}

export const VOUCHER = { amount: 1, percent: 2, freeItem: 3 } as const

/** A voucher that pays. Amounts are in cents. */
interface PayingVoucher {
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
export const divideVouchers = (
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

interface Buyer {
  membershipTypeIds: ReadonlySet<number>
  /** In the time zone of the tenant. */
  today: string
}

const INFORMATIONAL = 3

/** Returns why an item cannot be sold to a buyer in this quantity; empty if it can. */
export const faultsOfLine = (
  line: DraftLine,
  item: SoldItem | undefined,
  buyer: Buyer,
  pointer: string,
): FieldFault[] => {
  const at = (name: string, message: string): FieldFault => ({ pointer: `${pointer}/${name}`, message })
  if (!item) return [referenceFault(`${pointer}/StoreItemId`, 'store item')]
  const unsold = reasonNotOnSale(item, buyer)
  if (unsold) return [at('StoreItemId', unsold)]
  const subItem = item.subItems.find(({ id }) => id === line.subItemId)
  if (item.hasSubItems && !subItem?.isActive) return [at('StoreSubItemId', 'must be an active sub-item of the item')]
  if (!item.hasSubItems && line.subItemId !== null)
    return [at('StoreSubItemId', 'must be absent: the item has no sub-items')]
  const { minQuantity, maxPerOrder } = item
  if (minQuantity !== null && line.quantity < minQuantity) return [at('Quantity', `must be at least ${minQuantity}`)]
  if (maxPerOrder !== null && line.quantity > maxPerOrder) return [at('Quantity', `must be at most ${maxPerOrder}`)]
  return []
}

const reasonNotOnSale = (item: SoldItem, { membershipTypeIds, today }: Buyer): string | undefined => {
  const { kindId, isActive, availableOn, endsOn, needsMembership, isForMembers, membershipTypes } = item
  if (kindId === INFORMATIONAL) return 'cannot be bought: it is an informational item'
  if (!isActive) return 'is not on sale'
  if (availableOn && today < dayOf(availableOn)) return `is on sale from ${dayOf(availableOn)}`
  if (endsOn && today > dayOf(endsOn)) return `was on sale until ${dayOf(endsOn)}`
  if (needsMembership && membershipTypeIds.size === 0)
    return 'is only for members, and the contact has no active membership'
  if (isForMembers && !membershipTypes.some(({ membershipTypeId }) => membershipTypeIds.has(membershipTypeId)))
    return 'is only for members of certain types, and the contact is not one'
  return undefined
}
