import { findOpenAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import { conflict } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StoreVoucher } from '#prisma/client'
import { releaseLiability } from './voucher-liability.service.ts'
import { readVoucher, voucherKind } from './vouchers.queries.ts'

/** Makes a voucher unusable: what is owed for it is income of the store. @throws 404; 409 voucher-state, stale-audit-id; 412. */
export const voidVoucher = (scope: Scope, id: number, expected?: ExpectedVersion): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const voucher = await lockRecord(scope, tx, voucherKind, id, expected)
    if (voucher.isUsed || voucher.voidedAt !== null || (await isInCheckout(scope, tx, voucher)))
      throw conflict('voucher-state', 'The voucher is used up, void, or in a cart that is being ordered.')
    const data = { voidedAt: scope.clock.now(), cartId: null, eventOrderId: null, ...NEXT_VERSION }
    const saved = await tx.storeVoucher.update({ where: { tenantId_id: { tenantId, id } }, data })
    await releaseLiability(scope, tx, saved)
    const details = { changes: { isVoid: true }, payload: { orderId: saved.purchaseId } }
    await recordChange(scope, tx, changeOf(voucherKind, saved, 'updated', details))
    return readVoucher(scope, id, tx)
  })

/** Whether the payment of the cart that has reserved a voucher is being authorized. */
const isInCheckout = async (
  scope: Scope,
  tx: Transaction,
  { cartId, eventOrderId }: Pick<StoreVoucher, 'cartId' | 'eventOrderId'>,
): Promise<boolean> =>
  (cartId !== null && (await findOpenAttempt(scope, tx, { cartId })) !== null) ||
  (eventOrderId !== null && (await findOpenAttempt(scope, tx, { eventOrderId })) !== null)
