import { returnToVouchers } from '#areas/commerce/buying/vouchers/voucher-payments.service'
import { applyCreditTo, creditInvoiceCents } from '#areas/finance/books/credits/invoice-credits.service'
import { finishDocuments } from '#areas/finance/books/documents/locked-documents.service'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import type { EventRefund } from '#prisma/client'
import { confirmationNumber } from '../orders/orders.queries.ts'
import type { CancellationPlan } from './cancelled-parts.model.ts'
import { type LockedEventOrder, liveInvoice } from './locked-event-orders.service.ts'

/** What was credited. */
export interface CreditedOrder {
  refund: EventRefund
  /** What vouchers got back, in cents. */
  voucherCents: number
}

/**
 * Credits what a cancellation returns, and pays the open amount of the invoice with it. What the processor has to return is left
 * to the job of the order; vouchers get back the rest of what they paid. Returns null if nothing is returned.
 *
 * @throws 422 closed-period.
 */
export const creditOrder = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  { lines, division, isReturning }: CancellationPlan,
): Promise<CreditedOrder | null> => {
  const invoice = liveInvoice(order)
  if (!invoice || division.total === 0) return null
  const { tenantId, eventId, id: orderId } = order
  // The status of the registrations that stay depends on these amounts, and follows the invoice.
  for (const { line, cents } of lines) {
    const credited = fromCents(line.credited + cents)
    await tx.eventOrderLine.update({ where: { tenantId_id: { tenantId, id: line.id } }, data: { credited } })
  }
  const now = scope.clock.now()
  const { contactId } = invoice
  const credit = await creditInvoiceCents(scope, tx, {
    invoiceId: invoice.id,
    contactId,
    issuedOn: dayIn(scope.tenant.timeZone, now),
    notes: `Cancellation, ${order.event.name}, ${confirmationNumber(order)}`,
    parts: lines.map(({ line, cents }) => ({
      position: line.position,
      before: line.credited,
      now: line.credited + cents,
    })),
  })
  await applyCreditTo(scope, tx, credit.id, { invoiceId: invoice.id, cents: division.applied })
  const voucherCents = await returnVouchers(scope, tx, { eventOrderId: orderId, creditId: credit.id }, division.left)
  await finishDocuments(scope, tx, contactId, [], [])
  const refund = await tx.eventRefund.create({
    data: {
      tenantId,
      eventId,
      orderId,
      creditId: credit.id,
      total: fromCents(division.total),
      createdAt: now,
      chargeAmount: fromCents(division.returned),
      isSettled: !isReturning,
    },
  })
  return { refund, voucherCents }
}

/** Gives back to vouchers what they paid, at most what the processor does not return. Returns the cents that they got. */
const returnVouchers = async (
  scope: Scope,
  tx: Transaction,
  { creditId, ...order }: { eventOrderId: number; creditId: number },
  cents: number,
): Promise<number> => {
  const amounts = await returnToVouchers(scope, tx, order, { maxCents: cents, isAmount: true, creditId })
  const rest = cents - amounts
  return amounts + (await returnToVouchers(scope, tx, order, { maxCents: rest, isAmount: false, creditId }))
}
