import { conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import { readVoucher, voucherKind } from './vouchers.queries.ts'

/** Makes a voucher unusable. @throws 404; 409 voucher-state, stale-audit-id; 412. */
export const voidVoucher = (scope: Scope, id: number, expected?: ExpectedVersion): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const voucher = await lockRecord(scope, tx, voucherKind, id, expected)
    const checkout = { tenantId, cartId: voucher.cartId ?? 0, state: 'open' }
    const isInCheckout = (await tx.storeCheckout.findFirst({ where: checkout, select: { id: true } })) !== null
    if (voucher.isUsed || voucher.voidedAt !== null || isInCheckout)
      throw conflict('voucher-state', 'The voucher is used up, void, or in a cart that is being ordered.')
    const data = { voidedAt: scope.clock.now(), cartId: null, ...NEXT_VERSION }
    const saved = await tx.storeVoucher.update({ where: { tenantId_id: { tenantId, id } }, data })
    const details = { changes: { isVoid: true }, payload: { orderId: saved.purchaseId } }
    await recordChange(scope, tx, changeOf(voucherKind, saved, 'updated', details))
    return readVoucher(scope, id, tx)
  })
