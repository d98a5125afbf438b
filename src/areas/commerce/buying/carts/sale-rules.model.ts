import type { FieldFault } from '#kernel/errors/problem'
import { referenceFault } from '#kernel/records/references'
import { dayOf } from '#kernel/time/day'
import type { DraftLine } from './cart.input.ts'
import type { SoldItem } from './items.queries.ts'

export interface Buyer {
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
