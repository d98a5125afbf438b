import type { SqlRunner } from '#kernel/database/sql-runner'
import { readVersionedRow, type VersionedRow } from '#kernel/listing/list-rows'
import type { RecordKind } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import type { StoreVoucher } from '#prisma/client'
import { voucherEvents } from '../buying.events.ts'
import { voucherList } from './vouchers.listing.ts'
import { type ShownVoucher, vouchersOfContactSql } from './vouchers.sql.ts'

export const voucherKind: RecordKind<StoreVoucher> = {
  entity: 'storevoucher',
  noun: 'voucher',
  table: 'store_voucher',
  columns: {
    expires_on: 'ExpirationDate',
    item_id: 'StoreItemId',
    purchase_id: 'StorePurchaseId',
    liability: null,
    released: null,
    cart_id: null,
    event_order_id: null,
    line_id: null,
  },
  events: voucherEvents,
  find: (tx, { tenantId, id }) => tx.storeVoucher.findFirst({ where: { tenantId, id } }),
}

/**
 * Returns a voucher in its documented shape.
 *
 * @param runner the tenant's database, or a transaction that sees its own changes. @throws 404.
 */
export const readVoucher = (scope: Scope, id: number, runner: SqlRunner = scope.db): Promise<VersionedRow> =>
  readVersionedRow(runner, scope, voucherList(scope), id, 'voucher')

/** Lists the vouchers that a contact bought and that can be used now, at most 50. */
export const listUsableVouchers = (scope: Scope, runner: SqlRunner, contactId: number): Promise<ShownVoucher[]> =>
  runner.rows<ShownVoucher>(vouchersOfContactSql(scope.db.tenantId, contactId, scope.clock.now(), todayOf(scope)))
