import type { StoreSubItem as Shape } from '#contract/commerce/store'
import type { StoreSubItem } from '#prisma/client'
import { sellable, TRACKING } from '../items/items.model.ts'

/** Presents the sub-items of an item in the order of the list. */
export const presentSubItems = (subItems: readonly StoreSubItem[], trackingId: number): Shape[] =>
  subItems.map((each) => ({
    StoreSubItemId: each.id,
    Name: each.name,
    Sku: each.sku,
    Price: each.price === null ? null : Number(each.price),
    MemberPrice: each.memberPrice === null ? null : Number(each.memberPrice),
    InventoryRemaining: trackingId === TRACKING.bySubItem ? String(sellable(each)) : null,
    IsActive: each.isActive,
    DisplayOrder: each.position,
    IsDeleted: false,
  }))
