import { listSystemAccountIds } from '#areas/finance/books/accounts/accounts.queries'
import { effectsOf } from '#areas/finance/books/applications/open-sources.service'
import type { InvoiceEffect } from '#areas/finance/books/invoices/dependents.queries'
import { lockInvoices } from '#areas/finance/books/invoices/invoices.queries'
import { refundChargePayment } from '#areas/finance/books/payments/charge-payments.service'
import { addPayment } from '#areas/finance/books/payments/payment-posting.service'
import { fromCents, toCents } from '#kernel/money/cents'
import { lockRows } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'
import { todayOf } from '#kernel/time/day'
import type { StoreVoucher } from '#prisma/client'
import { VOUCHER } from '../carts/prices.model.ts'
import { returnLiability, useLiability } from './voucher-liability.service.ts'
import { voucherKind } from './vouchers.queries.ts'
import type { PaidVoucher } from './vouchers.service.ts'

/** External payments: the money was received when the voucher was sold. */
const EXTERNAL = 6

/** The order that vouchers pay: one of the store, or of an event. */
export type VoucherOrder = { purchaseId: number } | { eventOrderId: number }

interface VoucherPayments {
  order: VoucherOrder
  invoiceId: number
  /** The contact that is billed. */
  contactId: number
  vouchers: readonly PaidVoucher[]
}

/**
 * Uses the vouchers that the cart has reserved: each pays its part of the invoice from the account of vouchers. The caller has
 * locked the contact.
 */
export const payByVouchers = async (
  scope: Scope,
  tx: Transaction,
  { order, invoiceId, contactId, vouchers }: VoucherPayments,
): Promise<InvoiceEffect[]> => {
  const { tenantId } = scope.db
  const depositAccountId = (await listSystemAccountIds(tx, tenantId)).get('vouchers') ?? null
  const receivedOn = todayOf(scope)
  const effects: InvoiceEffect[] = []
  for (const { voucher, cents } of vouchers) {
    await lockInvoices(scope, tx, [invoiceId])
    const amounts = [{ invoiceId, cents }]
    const payment = await addPayment(scope, tx, {
      contactId,
      cents,
      paymentTypeId: EXTERNAL,
      depositAccountId,
      receivedOn,
      amounts,
      reference: voucher.code,
      notes: `Voucher ${voucher.code}`,
    })
    effects.push(...effectsOf(payment.invoices, amounts, receivedOn))
    const share = await useLiability(scope, tx, voucher, cents)
    await tx.storeVoucherUse.create({
      data: {
        tenantId,
        voucherId: voucher.id,
        ...order,
        paymentId: payment.id,
        amount: fromCents(cents),
        share: fromCents(share),
      },
    })
    await useVoucher(scope, tx, voucher, cents)
  }
  return effects
}

const useVoucher = (scope: Scope, tx: Transaction, voucher: StoreVoucher, cents: number): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const left = voucher.typeId === VOUCHER.amount ? toCents(voucher.remaining) - cents : 0
    await change(scope, tx, voucher.id, {
      remaining: fromCents(left),
      isUsed: left === 0,
      cartId: null,
      eventOrderId: null,
    })
  })

const change = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  data: { remaining?: string; isUsed: boolean; cartId?: null; eventOrderId?: null },
): Promise<void> => {
  const { tenantId } = scope.db
  await lockRows(scope, tx, voucherKind, [id])
  const saved = await tx.storeVoucher.update({
    where: { tenantId_id: { tenantId, id } },
    data: { ...data, ...NEXT_VERSION },
  })
  await recordChange(scope, tx, changeOf(voucherKind, saved, 'updated', { payload: { orderId: saved.purchaseId } }))
}

/** What vouchers get back. */
interface ReturnedToVouchers {
  maxCents: number
  /** Whether vouchers for amounts, or the others. */
  isAmount: boolean
  /** The credit that replaces their payments on the invoice; null: it is voided. */
  creditId: number | null
}

/**
 * Gives back to its vouchers what they paid of an order, at most some cents: refunds their payments. An amount can be used
 * again at once, other vouchers when all that they paid is given back. The caller has locked the contact and the order.
 * Returns the cents that were given back.
 */
export const returnToVouchers = async (
  scope: Scope,
  tx: Transaction,
  order: VoucherOrder,
  { maxCents, isAmount, creditId }: ReturnedToVouchers,
): Promise<number> => {
  const { tenantId } = scope.db
  const accountId = (await listSystemAccountIds(tx, tenantId)).get('vouchers') ?? null
  let left = maxCents
  const typeId = isAmount ? VOUCHER.amount : { not: VOUCHER.amount }
  const where = { tenantId, ...order, voucher: { typeId } }
  const uses = await runForWholeTenant(scope, tx, () => tx.storeVoucherUse.findMany({ where, orderBy: { id: 'asc' } }))
  for (const use of uses) {
    const wanted = Math.min(left, toCents(use.amount) - toCents(use.returned))
    if (wanted <= 0) continue
    const notes =
      'purchaseId' in order ? `Voucher returned: order S-${order.purchaseId}` : 'Voucher returned: registration'
    const refund = { paymentId: use.paymentId, cents: wanted, accountId, on: todayOf(scope), notes, creditId }
    const cents = (await refundChargePayment(scope, tx, refund))?.cents ?? 0
    left -= cents
    const before = toCents(use.returned)
    const returned = before + cents
    const data = { returned: fromCents(returned) }
    await runForWholeTenant(scope, tx, async () => {
      await tx.storeVoucherUse.update({ where: { tenantId_id: { tenantId, id: use.id } }, data })
    })
    const voucher = await lockVoucher(scope, tx, use.voucherId)
    if (isAmount || returned === toCents(use.amount)) await restoreVoucher(scope, tx, voucher, cents)
    await returnLiability(scope, tx, voucher, use, { before, now: returned })
  }
  return maxCents - left
}

const lockVoucher = (scope: Scope, tx: Transaction, id: number): Promise<StoreVoucher> =>
  runForWholeTenant(scope, tx, async () => {
    await lockRows(scope, tx, voucherKind, [id])
    return tx.storeVoucher.findFirstOrThrow({ where: { tenantId: scope.db.tenantId, id } })
  })

const restoreVoucher = (
  scope: Scope,
  tx: Transaction,
  { id, typeId, remaining }: StoreVoucher,
  cents: number,
): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    const left = typeId === VOUCHER.amount ? toCents(remaining) + cents : toCents(remaining)
    await change(scope, tx, id, { remaining: fromCents(left), isUsed: false })
  })
