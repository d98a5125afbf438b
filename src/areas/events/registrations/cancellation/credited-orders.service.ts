import { returnToVouchers } from '#areas/commerce/buying/vouchers/voucher-payments.service'
import { applyCreditTo, creditInvoiceCents } from '#areas/finance/books/credits/invoice-credits.service'
import { finishDocuments } from '#areas/finance/books/documents/locked-documents.service'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { dayIn } from '#kernel/time/day'
import type { EventRefund } from '#prisma/client'
import { changeEventOrder, orderParts } from '../orders/order-parts.service.ts'
import { formatConfirmationNumber } from '../orders/orders.queries.ts'
import { enqueueSettling } from '../payment/settlement.service.ts'
import { changeRegistration, offerFreeSeats, registrationFollowers } from '../registration-changes.service.ts'
import { CANCELLED, PENDING_REFUND, REJECTED } from '../registration-statuses.listing.ts'
import { registrationEvents } from '../registrations.events.ts'
import { returnBenefits } from '../used-benefits.service.ts'
import type { CancellationPlan } from './cancelled-parts.model.ts'
import { findLiveInvoice, type LockedEventOrder } from './locked-event-orders.service.ts'

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
const creditOrder = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  { lines, division, isReturning }: CancellationPlan,
): Promise<CreditedOrder | null> => {
  const invoice = findLiveInvoice(order)
  if (!invoice || division.total === 0) return null
  const { tenantId, eventId, id: orderId } = order
  const { contactId } = invoice
  const creditId = await creditOrderLines(scope, tx, order, lines, 'Cancellation')
  await applyCreditTo(scope, tx, creditId, { invoiceId: invoice.id, cents: division.applied })
  const voucherCents = await returnVouchers(scope, tx, { eventOrderId: orderId, creditId }, division.left)
  await finishDocuments(scope, tx, contactId, [], [])
  const createdAt = scope.clock.now()
  const refund = await tx.eventRefund.create({
    data: {
      tenantId,
      eventId,
      orderId,
      creditId,
      total: fromCents(division.total),
      createdAt,
      chargeAmount: fromCents(division.returned - division.earlier),
      isSettled: !isReturning,
    },
  })
  await returnByEarlier(scope, tx, order, creditId, division.earlier)
  return { refund, voucherCents }
}

/**
 * Credits parts of the lines of an order, and notes what was credited. The caller has locked the order.
 *
 * @param what the reason, for the notes of the credit. @returns the id of the credit. @throws 422 books-rule, closed-period.
 */
export const creditOrderLines = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  lines: CancellationPlan['lines'],
  what: 'Cancellation' | 'Change',
): Promise<number> => {
  const { tenantId, invoice } = order
  // The status of the registrations that stay depends on these amounts, and follows the invoice.
  for (const { line, cents } of lines) {
    const credited = fromCents(line.credited + cents)
    await tx.eventOrderLine.update({ where: { tenantId_id: { tenantId, id: line.id } }, data: { credited } })
  }
  const { id } = await creditInvoiceCents(scope, tx, {
    invoiceId: invoice?.id ?? 0,
    contactId: invoice?.contactId ?? 0,
    issuedOn: dayIn(scope.tenant.timeZone, scope.clock.now()),
    notes: `${what}, ${order.event.name}, ${formatConfirmationNumber(order)}`,
    parts: lines.map(({ line, cents }) => ({
      position: line.position,
      before: line.credited,
      now: line.credited + cents,
    })),
  })
  return id
}

/** Lets the charges of the orders that the order has changed return their part: what of their tickets has paid for it. */
const returnByEarlier = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  creditId: number,
  cents: number,
): Promise<void> => {
  let left = cents
  const { tenantId, eventId } = order
  for (const { orderId, through, returnable } of order.earlier) {
    const own = Math.min(left, returnable)
    if (own === 0) continue
    left -= own
    const amount = fromCents(own)
    const data = { tenantId, eventId, orderId, creditId, total: amount, chargeAmount: amount, isSettled: false }
    await tx.eventRefund.create({ data: { ...data, createdAt: scope.clock.now() } })
    const where = { tenantId, id: { in: [...through] } }
    await tx.eventOrder.updateMany({ where, data: { exchanged: { decrement: amount } } })
    await enqueueSettling(scope, tx, orderId)
  }
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

/**
 * Gives back what registrations used that are cancelled or rejected: seats at tables, and benefits. Call it in the transaction of
 * the change, after the registrations have their new statuses. Lock the event and the payer first, and documents after it.
 * Repeating it has no effect.
 */
const releaseUsed = async (scope: Scope, tx: Transaction, registrationIds: readonly number[]): Promise<void> => {
  for (const { release } of registrationFollowers.entries()) await release?.(scope, tx, registrationIds)
  await returnBenefits(scope, tx, registrationIds)
}

/** How registrations end. */
type Ending = 'cancelled' | 'rejected'

/**
 * Ends the registrations of a plan, and credits and returns their money. The caller has locked the order.
 *
 * @returns what was credited; null if nothing is returned.
 * @throws 422 closed-period.
 */
export const endRegistrations = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  plan: CancellationPlan,
  ending: Ending = 'cancelled',
): Promise<CreditedOrder | null> => {
  const { tenantId, eventId } = order
  const { registrations, isWhole } = plan.parts
  const ids = registrations.map(({ id }) => id)
  for (const registration of registrations)
    await changeRegistration(scope, tx, registration, endOf(scope, plan, ending), registrationEvents[ending])
  await releaseUsed(scope, tx, ids)
  if (isWhole) for (const { cancel } of orderParts.entries()) await cancel(scope, tx, order)
  const credited = await creditOrder(scope, tx, order, plan)
  const refund = credited?.refund ?? null
  if (refund) {
    const where = { tenantId, eventId, id: { in: ids } }
    await tx.eventRegistration.updateMany({ where, data: { refundId: refund.id } })
  }
  await changeOrder(scope, tx, order, plan, refund)
  await offerFreeSeats(scope, tx, eventId)
  if (order.chargeId !== null) await enqueueSettling(scope, tx, order.id)
  return credited
}

const endOf = ({ clock }: Scope, { isReturning }: CancellationPlan, ending: Ending) => {
  if (ending === 'rejected') return { statusId: REJECTED, heldUntil: null }
  return { statusId: isReturning ? PENDING_REFUND : CANCELLED, cancelledAt: clock.now(), heldUntil: null }
}

/** Records what is cancelled of an order. An offer that is cancelled cannot be accepted any more. */
const changeOrder = async (
  scope: Scope,
  tx: Transaction,
  { tenantId, id, state }: LockedEventOrder,
  { parts, division }: CancellationPlan,
  refund: EventRefund | null,
): Promise<void> => {
  if (state !== 'submitted') {
    const data = { state: 'expired', heldUntil: null }
    await tx.eventOrder.update({ where: { tenantId_id: { tenantId, id } }, data })
    return
  }
  const data = parts.isWhole ? { cancelledAt: scope.clock.now(), cancellationFault: null } : {}
  const money = refund ? { creditId: refund.creditId, credited: fromCents(division.total) } : {}
  const cancelled = parts.registrations.map((one) => one.id)
  await changeEventOrder(scope, tx, { tenantId, id }, data, { cancelled, isCancelled: parts.isWhole, ...money })
}
