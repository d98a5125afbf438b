import type { LockSoldItem } from '#areas/commerce/benefit-ledger/items/sold-items.service'
import { lockRows } from '#kernel/records/lock'
import { storeItemKind } from './items.queries.ts'

/** Locks an item of the store that a benefit references. */
export const lockBenefitItem: LockSoldItem = async (scope, tx, itemId) =>
  (await lockRows(scope, tx, storeItemKind, [itemId], 'key share')).length > 0
