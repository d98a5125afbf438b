import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StoreSubItem } from '#prisma/client'
import type { SubItemData } from './sub-items.input.ts'

/**
 * Stores the sub-items of an item that the transaction has locked. One that was sold or is on hold is deactivated instead
 * of removed. Returns the counts that staff have sent, by id.
 */
export const saveSubItems = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  itemId: number,
  all: readonly SubItemData[],
  before: readonly StoreSubItem[],
): Promise<Map<number, number>> => {
  const counts = new Map<number, number>()
  const changes = all.filter(({ index }) => index !== null)
  const isKept = ({ id }: SubItemData) => before.some((each) => each.id === id && isUsed(each))
  const removed = changes.filter((each) => each.isRemoved && !isKept(each)).map(({ id }) => id)
  if (removed.length > 0) await tx.storeSubItem.deleteMany({ where: { tenantId, itemId, id: { in: removed } } })
  // A name can move from one sub-item to another: the unique index sees each statement.
  for (const { id } of changes.filter((each) => each.id !== 0 && !removed.includes(each.id)))
    await tx.storeSubItem.update({ where: { tenantId_id: { tenantId, id } }, data: { nameKey: `\u{1}${id}` } })
  for (const { id, isRemoved, row, count } of changes) {
    if (removed.includes(id) || (isRemoved && id === 0)) continue
    const data = isRemoved ? { ...row, isActive: false, nameKey: `\u{1}${id}` } : row
    const saved =
      id === 0
        ? await tx.storeSubItem.create({ data: { ...data, tenantId, itemId } })
        : await tx.storeSubItem.update({ where: { tenantId_id: { tenantId, id } }, data })
    if (count !== undefined) counts.set(saved.id, count)
  }
  return counts
}

/** Whether orders or carts contain a sub-item. */
const isUsed = ({ isSold, held, backordered }: StoreSubItem): boolean => isSold || held > 0 || backordered > 0
