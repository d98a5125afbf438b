import type { StoreInventoryEditInput } from '#contract/commerce/store'
import { MAX_ID } from '#kernel/database/ids'
import { badInput, badInputs, conflict, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRecord, lockRecordIfPresent } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { type ChangeAction, NEXT_VERSION, nextVersionOf } from '#kernel/records/record-kind'
import { unknownReference } from '#kernel/records/references'
import { requireRoom } from '#kernel/records/room'
import { type ExpectedVersion, requireVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dateOf, todayOf } from '#kernel/time/day'
import type { StoreItem, StoreItemLot } from '#prisma/client'
import { TRACKING } from '../items/items.model.ts'
import { storeItemKind } from '../items/items.queries.ts'
import { centsOf } from '../items/parts.input.ts'
import { readLot, storeLotKind } from './lots.queries.ts'
import { addToItemSql, addToSubItemSql } from './lots.sql.ts'

const MAX_LOTS = 10_000

/**
 * Adds a lot of stock (id 0) or changes one, and the counter of its item or sub-item with it. Locks the item first, as
 * sales do.
 *
 * @throws 400; 404; 409 stale-audit-id; 412; 422 unknown-reference, store-rule, too-many.
 */
export const saveLot = (
  scope: Scope,
  id: number,
  input: StoreInventoryEditInput,
  expected: ExpectedVersion,
): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const { item, current } = await lockLot(scope, tx, id, input, expected)
    const values = parseLot(scope, input, current)
    requireTaken(values.quantity, current)
    const added = values.quantity - (current?.quantity ?? 0)
    const subItemId = current ? current.subItemId : await parseSubItem(tx, item, input.StoreSubItemId ?? null)
    if (!item.isCountedManually && !(await addPieces(tx, { ...item, subItemId }, added)))
      throw tooFew('the pieces that orders took and carts reserve')
    const remaining = (current?.remaining ?? 0) + added
    const saved = current
      ? await tx.storeItemLot.update({
          where: { tenantId_id: { tenantId, id } },
          data: { ...values, remaining, ...NEXT_VERSION },
        })
      : await tx.storeItemLot.create({ data: { ...values, remaining, tenantId, itemId: item.id, subItemId } })
    await recordLot(scope, tx, saved, current ? 'updated' : 'created')
    return readLot(scope, saved.id, tx)
  })

/** Deletes a lot of which no piece was taken. @throws 404; 409 stock-in-use; 412. */
export const deleteLot = (scope: Scope, id: number, expected: ExpectedVersion): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { item, lot } = await lockStored(scope, tx, id)
    requireVersion(lot.auditId, expected)
    if (lot.remaining < lot.quantity) throw conflict('stock-in-use', 'Orders took pieces of the lot.')
    if (!item.isCountedManually && !(await addPieces(tx, { ...item, subItemId: lot.subItemId }, -lot.quantity)))
      throw conflict('stock-in-use', 'Carts reserve pieces of the lot. Try again later.')
    await tx.storeItemLot.delete({ where: { tenantId_id: { tenantId: lot.tenantId, id } } })
    await recordLot(scope, tx, nextVersionOf(lot), 'deleted')
  })

/** Locks the item and the lot that a save changes; id 0: the item that gets one more. */
const lockLot = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  { StoreItemId }: StoreInventoryEditInput,
  expected: ExpectedVersion,
): Promise<{ item: StoreItem; current: StoreItemLot | null }> => {
  if (id !== 0) {
    const { item, lot } = await lockStored(scope, tx, id)
    requireVersion(lot.auditId, expected)
    return { item, current: lot }
  }
  if (StoreItemId === undefined) throw badInput('/StoreItemId', 'is required')
  const isPossible = StoreItemId <= MAX_ID
  const item = isPossible ? await lockRecordIfPresent(scope, tx, storeItemKind, StoreItemId, 'no key update') : null
  if (!item) throw unknownReference('/StoreItemId', 'store item')
  const where = { tenantId: item.tenantId, itemId: item.id }
  requireRoom(await tx.storeItemLot.count({ where }), MAX_LOTS, 'item', 'lots')
  return { item, current: null }
}

/** @throws 400 naming the fields, 422 store-rule. */
const parseLot = ({ tenant, clock }: Scope, input: StoreInventoryEditInput, current: StoreItemLot | null) => {
  const faults: FieldFault[] = []
  const unitCost = centsOf(input.PurchasePrice, '/PurchasePrice', faults) ?? current?.unitCost.toFixed(2)
  const quantity = input.Quantity ?? current?.quantity
  if (unitCost === undefined || quantity === undefined) {
    const missing = [
      ...(unitCost === undefined ? ['/PurchasePrice'] : []),
      ...(quantity === undefined ? ['/Quantity'] : []),
    ]
    throw badInputs(missing.map((pointer) => ({ pointer, message: 'is required' })))
  }
  if (faults.length > 0) throw ruleRefused('store-rule', 'The lot breaks rules of the store.', faults)
  const today = todayOf({ tenant, clock })
  const purchasedOn = input.PurchaseDate ? dateOf(input.PurchaseDate) : (current?.purchasedOn ?? dateOf(today))
  return { unitCost, quantity, purchasedOn }
}

/** Parses the sub-item of a new lot; null if the stock is of the whole item. @throws 422. */
const parseSubItem = async (tx: Transaction, item: StoreItem, sent: number | null): Promise<number | null> => {
  const refuse = (pointer: string, message: string) =>
    ruleRefused('store-rule', 'The lot does not fit to how the stock of the item is tracked.', [{ pointer, message }])
  if (item.trackingId === TRACKING.none) throw refuse('/StoreItemId', 'must be an item whose stock is tracked')
  if (item.trackingId === TRACKING.byItem) {
    if (sent !== null) throw refuse('/StoreSubItemId', 'must be null if the stock is tracked by item')
    return null
  }
  if (sent === null) throw refuse('/StoreSubItemId', 'is required if the stock is tracked by sub-item')
  const where = { tenantId: item.tenantId, itemId: item.id, id: sent }
  const found = sent <= MAX_ID ? await tx.storeSubItem.findFirst({ where, select: { id: true } }) : null
  if (!found) throw unknownReference('/StoreSubItemId', 'sub-item of the item')
  return sent
}

/** Adds pieces to the counter that is tracked, or takes some. Returns false if carts reserve them. */
const addPieces = async (
  tx: Transaction,
  { tenantId, id, trackingId, subItemId }: StoreItem & { subItemId: number | null },
  pieces: number,
): Promise<boolean> => {
  if (trackingId !== (subItemId === null ? TRACKING.byItem : TRACKING.bySubItem)) return true
  const statement =
    subItemId === null ? addToItemSql(tenantId, id, pieces) : addToSubItemSql(tenantId, subItemId, pieces)
  return (await tx.rows(statement)).length > 0
}

const recordLot = (scope: Scope, tx: Transaction, lot: StoreItemLot, action: ChangeAction): Promise<void> => {
  const { itemId, subItemId, quantity } = lot
  const payload = { storeItemId: itemId, storeSubItemId: subItemId, quantity }
  return recordChange(scope, tx, changeOf(storeLotKind, lot, action, { payload }))
}

/** @throws 422 store-rule. */
const requireTaken = (quantity: number, current: StoreItemLot | null): void => {
  const taken = current ? current.quantity - current.remaining : 0
  if (quantity < taken) throw tooFew(`${taken}, the pieces that orders took`)
}

const tooFew = (least: string) =>
  ruleRefused('store-rule', 'The lot cannot have less pieces than are used.', [
    { pointer: '/Quantity', message: `must be at least ${least}` },
  ])

/** Locks the item, then its lot. The item of a lot never changes. @throws 404. */
const lockStored = async (scope: Scope, tx: Transaction, id: number) => {
  const found = await storeLotKind.find(tx, { tenantId: scope.db.tenantId, id }, scope)
  const item = found && (await lockRecordIfPresent(scope, tx, storeItemKind, found.itemId, 'no key update'))
  const lot = await lockRecord(scope, tx, storeLotKind, id)
  if (!item) throw new Error(`Lot ${id} has no item.`)
  return { item, lot }
}
