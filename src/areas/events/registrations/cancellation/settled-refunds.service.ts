import { applyCreditTo } from '#areas/finance/books/credits/invoice-credits.service'
import { unlessRefused } from '#areas/finance/payment-processor/attempts/ordered-payments.service'
import { hasCredit, refundCharge } from '#areas/finance/payment-processor/charges/refunds.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { fromCents, toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventOrder, EventRefund } from '#prisma/client'
import { changeRegistration, offerFreeSeats } from '../registration-changes.service.ts'
import { CANCELLED, PENDING_REFUND } from '../registration-statuses.listing.ts'
import { type LockedEventOrder, lockEventOrder, type OrderKey, requestKeyOf } from './locked-event-orders.service.ts'

/**
 * Returns the money of the cancellations of an order by its charge. Each step can be repeated, and has an effect once.
 *
 * @throws 503 if the processor does not respond: the job is run again.
 */
export const settleRefunds = async (scope: Scope, tools: ProcessorTools, order: EventOrder): Promise<void> => {
  const { prisma, tenantId } = scope.db
  const where = { tenantId, eventId: order.eventId, orderId: order.id, isSettled: false }
  const refunds = await prisma.eventRefund.findMany({ where, orderBy: { id: 'asc' } })
  for (const { id } of refunds) await settleRefund(scope, tools, order, id)
}

const settleRefund = async (
  scope: Scope,
  tools: ProcessorTools,
  order: EventOrder,
  refundId: number,
): Promise<void> => {
  const planned = await scope.db.transaction((tx) => planReturn(scope, tx, order, refundId))
  const { cents } = planned
  const isReturned = cents > 0 && (await returnMoney(scope, tools, order, { refundId, ...planned }))
  await scope.db.transaction((tx) => finishRefund(scope, tx, order, { refundId, cents: isReturned ? cents : 0 }))
}

/** What the charge returns, and the credit that replaces it on the invoice. */
interface PlannedReturn {
  cents: number
  creditId: number
}

/**
 * Decides once what the charge returns. A payment that was captured while it was cancelled has collected too much: its payment in
 * the books has the rest open.
 */
const planReturn = async (scope: Scope, tx: Transaction, key: OrderKey, refundId: number): Promise<PlannedReturn> => {
  const { refunds, charge } = await lockEventOrder(scope, tx, key)
  const refund = refunds.find(({ id }) => id === refundId)
  if (!refund) return { cents: 0, creditId: 0 }
  const { creditId } = refund
  const planned = toCents(refund.chargeAmount)
  if (planned > 0 || charge?.status !== 'succeeded') return { cents: planned, creditId }
  const cents = Math.min(toCents(refund.total), toCents(charge.payment?.openAmount ?? 0))
  await changeRefund(scope, tx, refundId, { chargeAmount: fromCents(cents) })
  return { cents, creditId }
}

/** @returns false if the processor rejects it: the credit stays with the payer. */
const returnMoney = async (
  scope: Scope,
  tools: ProcessorTools,
  { id: orderId, chargeId }: EventOrder,
  { refundId, cents, creditId }: PlannedReturn & { refundId: number },
): Promise<boolean> => {
  if (chargeId === null) return false
  let isReturned = false
  await unlessRefused(scope, { order: 'eventorder', orderId, step: 'refund' }, async () => {
    await refundCharge(scope, tools, chargeId, { cents, creditId, requestKey: requestKeyOf(refundId) })
    isReturned = true
  })
  return isReturned
}

/** Ends the cancellation. */
const finishRefund = async (
  scope: Scope,
  tx: Transaction,
  key: OrderKey & Pick<EventOrder, 'invoiceId'>,
  { refundId, cents }: { refundId: number; cents: number },
): Promise<void> => {
  const order = await lockEventOrder(scope, tx, key)
  const refund = order.refunds.find(({ id }) => id === refundId)
  if (!refund) return
  await changeRefund(scope, tx, refundId, { isSettled: true, chargeAmount: fromCents(cents) })
  if (order.invoiceId !== null && cents > 0 && !(await hasCredit(scope, tx, requestKeyOf(refundId))))
    await applyCreditTo(scope, tx, refund.creditId, { invoiceId: order.invoiceId, cents })
  await endPending(scope, tx, order, refund)
}

const changeRefund = async (
  { db: { tenantId } }: Scope,
  tx: Transaction,
  id: number,
  data: { chargeAmount: string; isSettled?: boolean },
): Promise<void> => {
  await tx.eventRefund.update({ where: { tenantId_id: { tenantId, id } }, data })
}

/** The seats of the registrations are free from now on. */
const endPending = async (
  scope: Scope,
  tx: Transaction,
  { registrations, eventId }: LockedEventOrder,
  { id }: EventRefund,
): Promise<void> => {
  const pending = registrations.filter(({ refundId, statusId }) => refundId === id && statusId === PENDING_REFUND)
  for (const registration of pending) await changeRegistration(scope, tx, registration, { statusId: CANCELLED })
  await offerFreeSeats(scope, tx, eventId)
}
