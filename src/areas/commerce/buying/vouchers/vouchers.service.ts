import { findOpenAttempt } from '#areas/finance/payment-processor/attempts/attempts.service'
import { conflict, type FieldFault, ruleRefused } from '#kernel/errors/problem'
import type { VersionedRow } from '#kernel/listing/list-rows'
import { toCents } from '#kernel/money/cents'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { todayOf } from '#kernel/time/day'
import type { StoreVoucher } from '#prisma/client'
import { codeOf } from '../carts/cart.input.ts'
import { divideVouchers, type PaidLine } from '../carts/prices.model.ts'
import { releaseLiability } from './voucher-liability.service.ts'
import { readVoucher, voucherKind } from './vouchers.queries.ts'
import {
  lockVouchersSql,
  releaseVouchersSql,
  reserveVouchersSql,
  usableVouchersSql,
  type VoucherCart,
} from './vouchers.sql.ts'

/**
 * Makes a voucher unusable: what is owed for it is income of the store.
 *
 * @throws 404; 409 voucher-state, stale-audit-id; 412.
 */
export const voidVoucher = (scope: Scope, id: number, expected?: ExpectedVersion): Promise<VersionedRow> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const voucher = await lockRecord(scope, tx, voucherKind, id, expected)
    if (voucher.isUsed || voucher.voidedAt !== null || (await isInCheckout(scope, tx, voucher)))
      throw conflict('voucher-state', 'The voucher is used up, void, or in a cart that is being ordered.')
    const data = { voidedAt: scope.clock.now(), cartId: null, eventOrderId: null, ...NEXT_VERSION }
    const saved = await tx.storeVoucher.update({ where: { tenantId_id: { tenantId, id } }, data })
    await releaseLiability(scope, tx, saved)
    const details = { payload: { orderId: saved.purchaseId } }
    await recordChange(scope, tx, changeOf(voucherKind, saved, 'updated', details))
    return readVoucher(scope, id, tx)
  })

/** Returns whether the payment of the cart that has reserved a voucher is being authorized. */
const isInCheckout = async (
  scope: Scope,
  tx: Transaction,
  { cartId, eventOrderId }: Pick<StoreVoucher, 'cartId' | 'eventOrderId'>,
): Promise<boolean> =>
  (cartId !== null && (await findOpenAttempt(scope, tx, { cartId })) !== null) ||
  (eventOrderId !== null && (await findOpenAttempt(scope, tx, { eventOrderId })) !== null)

export type { VoucherCart }

/** A voucher and what it pays of a cart. */
export interface PaidVoucher {
  voucher: StoreVoucher
  cents: number
}

/**
 * Reserves exactly these vouchers for a cart, and calculates what each pays. A voucher is never in two carts.
 *
 * @throws 422 voucher-not-valid, naming the codes.
 */
export const reserveVouchers = (
  scope: Scope,
  tx: Transaction,
  cartId: number,
  codes: readonly string[],
  { lines, total }: { lines: readonly PaidLine[]; total: number },
): Promise<PaidVoucher[]> =>
  runForWholeTenant(scope, tx, async () => {
    const reserved = await reserveCodes(scope, tx, { cartId }, codes)
    const vouchers = await tx.storeVoucher.findMany({
      where: { tenantId: scope.db.tenantId, code: { in: [...codes] } },
    })
    const byCode = new Map(vouchers.map((voucher) => [voucher.code, voucher]))
    const inOrder = codes.flatMap((code) => byCode.get(code) ?? [])
    const paying = inOrder.map((voucher) => ({ ...voucher, remainingCents: toCents(voucher.remaining) }))
    const parts = divideVouchers(paying, lines, total)
    const faults = codes.flatMap((code, at): FieldFault[] => {
      const index = inOrder.findIndex((voucher) => voucher.code === code)
      if (!reserved.has(code))
        return [fault(at, 'cannot be used: it does not exist, is not paid, used up, or in another cart')]
      return parts[index] === 0 ? [fault(at, 'pays for nothing in this cart')] : []
    })
    if (faults.length > 0) throw ruleRefused('voucher-not-valid', 'Vouchers of the cart cannot be used.', faults)
    return inOrder.map((voucher, at) => ({ voucher, cents: parts[at] ?? 0 }))
  })

const fault = (at: number, message: string): FieldFault => ({ pointer: `/VoucherCodes/${at}`, message })

/** Reserves those of the vouchers for a cart that it can use, and releases its others. Returns their codes. */
export const reserveCodes = (
  scope: Scope,
  tx: Transaction,
  cart: VoucherCart,
  codes: readonly string[],
): Promise<ReadonlySet<string>> =>
  runForWholeTenant(scope, tx, async () => {
    const { tenantId } = scope.db
    await tx.rows(releaseVouchersSql(tenantId, cart))
    if (codes.length === 0) return new Set<string>()
    await tx.rows(lockVouchersSql(tenantId, codes))
    const user = { cart, now: scope.clock.now(), today: todayOf(scope) }
    const reserved = await tx.rows<{ code: string }>(reserveVouchersSql(tenantId, codes, user))
    return new Set(reserved.map(({ code }) => code))
  })

/** Releases the vouchers of a cart. */
export const releaseVouchers = (scope: Scope, tx: Transaction, cart: VoucherCart): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    await tx.rows(releaseVouchersSql(scope.db.tenantId, cart))
  })

/** A line that another area sells. */
interface SoldLine {
  feeItemId: number
  quantity: number
  /** What is owed for it, tax included. */
  totalCents: number
}

/** A code and what its voucher pays; null if the voucher cannot be used. */
interface QuotedVoucher {
  code: string
  paid: PaidVoucher | null
}

/**
 * Calculates what vouchers pay of a cart of another area, in the order of their codes. A voucher for a free item pays for one
 * piece of its saleable item. Nothing is reserved.
 *
 * @param sent the codes as they were entered.
 */
export const quoteVouchers = (
  scope: Scope,
  tx: Transaction,
  cart: VoucherCart,
  sent: readonly string[],
  lines: readonly SoldLine[],
): Promise<QuotedVoucher[]> =>
  runForWholeTenant(scope, tx, async () => {
    const codes = sent.map(codeOf)
    if (codes.length === 0) return []
    const { tenantId } = scope.db
    const user = { cart, now: scope.clock.now(), today: todayOf(scope) }
    const usable = await tx.rows<{ code: string }>(usableVouchersSql(tenantId, codes, user))
    const vouchers = await tx.storeVoucher.findMany({
      where: { tenantId, code: { in: usable.map(({ code }) => code) } },
      include: { item: { select: { feeItemId: true } } },
    })
    const byCode = new Map(vouchers.map(({ item, ...voucher }) => [voucher.code, { item, voucher }]))
    const inOrder = [...new Set(codes)].flatMap((code) => byCode.get(code) ?? [])
    const paying = inOrder.map(({ voucher, item }) => ({
      ...voucher,
      itemId: item?.feeItemId ?? null,
      remainingCents: toCents(voucher.remaining),
    }))
    const sold = lines.map(({ feeItemId, quantity, totalCents }) => ({ itemId: feeItemId, quantity, totalCents }))
    const parts = divideVouchers(
      paying,
      sold,
      lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
    )
    const paid = new Map(inOrder.map(({ voucher }, at) => [voucher.code, { voucher, cents: parts[at] ?? 0 }]))
    return codes.map((code) => ({ code, paid: paid.get(code) ?? null }))
  })
