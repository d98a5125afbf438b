import type { SqlRunner } from '#kernel/database/sql-runner'
import { notFound } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { StoreItemLot } from '#prisma/client'
import { storeItemKind } from '../items/items.queries.ts'
import { storeLotEvents } from '../store.events.ts'
import { lotsSql } from './lots.sql.ts'

export const storeLotKind: RecordKind<StoreItemLot> = {
  entity: 'storelot',
  noun: 'lot',
  table: 'store_item_lot',
  columns: {
    purchased_on: 'PurchaseDate',
    unit_cost: 'PurchasePrice',
    remaining: null,
    item_id: 'StoreItemId',
    sub_item_id: 'StoreSubItemId',
  },
  events: storeLotEvents,
  find: (tx, { tenantId, id }) => tx.storeItemLot.findFirst({ where: { tenantId, id } }),
}

interface LotsText {
  /** A JSON array. */
  text: string
  auditId: number | null
}

/** Reads the lots of an item in their documented shape, newest first. @throws 404. */
export const readHistory = async (scope: Scope, itemId: number): Promise<string> => {
  const { id } = await getRecord(scope, storeItemKind, itemId)
  const [lots] = await scope.db.rows<LotsText>(lotsSql(scope.db.tenantId, { itemId: id }))
  return `{"StoreItemId":${id},"Items":${lots?.text ?? '[]'}}`
}

/**
 * Reads a lot in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readLot = async (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> => {
  const { tenantId } = scope.db
  const [lot] = await runner.rows<LotsText>(lotsSql(tenantId, { lotId: id }))
  if (!lot?.auditId) throw notFound('lot')
  return { text: lot.text.slice(1, -1), auditId: lot.auditId }
}
