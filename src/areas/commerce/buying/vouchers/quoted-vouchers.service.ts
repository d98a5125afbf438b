import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { codeOf } from '../carts/cart.input.ts'
import { voucherParts } from '../carts/prices.model.ts'
import { todayOf } from '../days.model.ts'
import type { PaidVoucher, VoucherCart } from './reserved-vouchers.service.ts'
import { usableVouchersSql } from './vouchers.sql.ts'

/** A line that another area sells. */
export interface SoldLine {
  feeItemId: number
  quantity: number
  /** What is owed for it, tax included. */
  totalCents: number
}

/** A code and what its voucher pays; null if the voucher cannot be used. */
export interface QuotedVoucher {
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
    const parts = voucherParts(
      paying,
      sold,
      lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
    )
    const paid = new Map(inOrder.map(({ voucher }, at) => [voucher.code, { voucher, cents: parts[at] ?? 0 }]))
    return codes.map((code) => ({ code, paid: paid.get(code) ?? null }))
  })
