import { register } from '#kernel/registers/register'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'

/** Locks an item that benefits reduce the price of against a deletion, and returns whether it exists. */
export type LockSoldItem = (scope: Scope, tx: Transaction, itemId: number) => Promise<boolean>

export const soldItems = register<LockSoldItem>('items that benefits reduce the price of')

/** Locks the item of a benefit against a deletion, and returns whether it exists. */
export const lockSoldItem: LockSoldItem = async (scope, tx, itemId) => {
  for (const lock of soldItems.entries()) if (await lock(scope, tx, itemId)) return true
  return false
}
