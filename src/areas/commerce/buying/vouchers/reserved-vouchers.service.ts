import { type FieldFault, ruleRefused } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import type { StoreVoucher } from '#prisma/client'
import { type PaidLine, voucherParts } from '../carts/prices.model.ts'
import { todayOf } from '../days.model.ts'
import { lockVouchersSql, releaseVouchersSql, reserveVouchersSql, type VoucherCart } from './vouchers.sql.ts'

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
    const parts = voucherParts(paying, lines, total)
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
