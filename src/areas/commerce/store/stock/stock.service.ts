import { conflict } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StoreItem, StoreSubItem } from '#prisma/client'
import { TRACKING } from '../items/items.model.ts'
import { countItemSql, countSubItemsSql, recountItemSql, recountSubItemsSql } from './stock.sql.ts'

/** What a save knows of the stock of an item that its transaction has locked. */
export interface StockChange {
  before: StoreItem | null
  saved: StoreItem
  /** The sub-items before the save. */
  subItems: readonly StoreSubItem[]
  /** The counts that staff have sent, of the item and by sub-item. */
  count: number | undefined
  counts: ReadonlyMap<number, number>
}

/**
 * Brings the counters of an item up to date with how its stock is tracked: a new method counts the lots again, and counts
 * that staff have sent are set.
 *
 * @throws 409 stock-in-use if the method changes while carts or back orders use the counters.
 */
export const updateStock = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  { before, saved, subItems, count, counts }: StockChange,
): Promise<void> => {
  const hasNewMethod = before !== null && before.trackingId !== saved.trackingId
  if (hasNewMethod && [before, ...subItems].some((row) => row.held > 0 || row.backordered > 0))
    throw conflict('stock-in-use', 'The method cannot change while carts or back orders contain the item.')
  if (hasNewMethod || before?.isCountedManually !== saved.isCountedManually) {
    const isManual = saved.isCountedManually && !hasNewMethod
    await tx.rows(recountItemSql(tenantId, saved.id, isManual))
    await tx.rows(recountSubItemsSql(tenantId, saved.id, isManual))
  }
  if (!saved.isCountedManually) return
  if (saved.trackingId === TRACKING.byItem && count !== undefined)
    await tx.rows(countItemSql(tenantId, saved.id, count))
  if (saved.trackingId === TRACKING.bySubItem && counts.size > 0)
    await tx.rows(countSubItemsSql(tenantId, saved.id, counts))
}
