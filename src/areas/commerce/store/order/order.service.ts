import type { StoreDisplayOrderRowInput, StoreItemMoveInput } from '#contract/commerce/store'
import { MAX_ID } from '#kernel/database/ids'
import { conflict } from '#kernel/errors/problem'
import { lockRecord, lockSubject } from '#kernel/records/lock'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { storeItemKind } from '../items/items.queries.ts'
import { recordItem } from '../items/items.service.ts'
import { countSql, type Order, renumberSql, shiftSql } from './order.sql.ts'

/**
 * Stores the whole order of items: the position of a row becomes that of its item. Each item whose
 * position changes has a new version.
 *
 * @throws 409 incomplete-order if the rows are not exactly the items of the list.
 */
export const saveOrder = (scope: Scope, order: Order, rows: readonly StoreDisplayOrderRowInput[]): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, storeItemKind.table)
    const ids = rows.map(({ StoreItemId }) => StoreItemId)
    const [all] = await tx.rows<{ n: number }>(countSql(tenantId, order))
    const isPossible = new Set(ids).size === ids.length && ids.length === all?.n && ids.every((id) => id <= MAX_ID)
    const [found] = isPossible ? await tx.rows<{ n: number }>(renumberSql(scope, order, ids)) : []
    if (found?.n === ids.length) return
    throw conflict('incomplete-order', `The list has ${all?.n ?? 0} items. Send each of them once.`)
  })

/**
 * Moves an item in front of another one, or to the end. The positions of the items between shift by one, which is no
 * change of these items.
 *
 * @throws 404, 422 unknown-reference.
 */
export const moveItem = (scope: Scope, id: number, { BeforeStoreItemId }: StoreItemMoveInput): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockSubject(scope, tx, storeItemKind.table)
    const item = await lockRecord(scope, tx, storeItemKind, id, undefined, 'no key update')
    const target = await findTarget(scope, tx, BeforeStoreItemId ?? null)
    const isForward = target > item.position
    const position = isForward ? target - 1 : target
    const span = isForward
      ? { from: item.position + 1, through: position }
      : { from: target, through: item.position - 1 }
    if (position !== item.position) await tx.rows(shiftSql(tenantId, { ...span, by: isForward ? -1 : 1 }))
    const where = { tenantId_id: { tenantId, id } }
    const saved = await tx.storeItem.update({ where, data: { position, ...NEXT_VERSION } })
    await recordItem(scope, tx, saved, 'updated', { displayOrder: position })
  })

/** Finds the position in front of which an item is placed. */
const findTarget = async ({ db: { tenantId } }: Scope, tx: Transaction, beforeId: number | null): Promise<number> => {
  if (beforeId === null) {
    const { _max: last } = await tx.storeItem.aggregate({ where: { tenantId }, _max: { position: true } })
    return (last.position ?? 0) + 1
  }
  const before = beforeId <= MAX_ID ? await tx.storeItem.findFirst({ where: { tenantId, id: beforeId } }) : null
  if (!before) throw unknownReference('/BeforeStoreItemId', 'store item')
  return before.position
}
