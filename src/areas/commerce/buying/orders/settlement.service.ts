import { applyCreditTo } from '#areas/finance/books/credits/invoice-credits.service'
import {
  captureOrdered,
  type OrderedStep,
  requestOrderedDebit,
  unlessRefused,
} from '#areas/finance/payment-processor/attempts/ordered-payments.service'
import { cancelCharge } from '#areas/finance/payment-processor/charges/charge-changes.service'
import { getStoredCharge } from '#areas/finance/payment-processor/charges/charges.queries'
import { hasCredit, refundCharge } from '#areas/finance/payment-processor/charges/refunds.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { StorePurchase, StoreRefund } from '#prisma/client'
import { lockOrder } from './orders.service.ts'

/** The job that does at the processor what an order needs: capture, debit, cancel and refund. */
export const SETTLE_ORDER = 'settle_store_order'

/** Adds the job of an order, in the transaction that gives it something to do. The jobs of one order run one at a time. */
export const enqueueSettling = ({ db: { tenantId } }: Scope, tx: Transaction, orderId: number): Promise<void> => {
  const key = `${SETTLE_ORDER}:${tenantId}:${orderId}`
  return enqueueJobs(tx, [{ name: SETTLE_ORDER, payload: { tenantId, orderId }, key, queue: key }])
}

/**
 * Brings the processor up to date with an order. Each step can be repeated, and has an effect once.
 *
 * @throws 503 if the processor does not respond: the job is run again.
 */
export const settleOrder = async (scope: Scope, tools: ProcessorTools, id: number): Promise<void> => {
  const { prisma, tenantId } = scope.db
  const order = await prisma.storePurchase.findFirst({ where: { tenantId, id } })
  if (!order) return
  if (order.cancelledAt !== null) return takeMoneyBack(scope, tools, order)
  if (order.paymentToken !== null) await requestDebit(scope, tools, order)
  else if (order.chargeId !== null) await captureOrdered(scope, tools, order.chargeId, stepOf(id, 'capture'))
  const refunds = await prisma.storeRefund.findMany({
    where: { tenantId, purchaseId: id, isSettled: false },
    orderBy: { id: 'asc' },
  })
  for (const refund of refunds) await settleRefund(scope, tools, order, refund)
}

const stepOf = (orderId: number, step: OrderedStep['step']): OrderedStep => ({ order: 'storeorder', orderId, step })

/** Requests a bank debit after its order is placed. Its result comes later. */
const requestDebit = async (scope: Scope, tools: ProcessorTools, order: StorePurchase): Promise<void> => {
  const { tenantId, id, invoiceId, gatewayId } = order
  const charge = await requestOrderedDebit(scope, tools, {
    invoiceId,
    gatewayId,
    cents: toCents(order.dueAmount),
    token: order.paymentToken ?? '',
    description: `Store order S-${id}`,
    requestKey: `store-order:${id}`,
    what: stepOf(id, 'bank debit'),
  })
  if (charge === undefined) return
  const data = { paymentToken: null, chargeId: charge?.id ?? null }
  await scope.db.prisma.storePurchase.updateMany({ where: { tenantId, id }, data })
}

/** Cancels the payment of a cancelled order, or refunds it if it was captured first. */
const takeMoneyBack = async (scope: Scope, tools: ProcessorTools, order: StorePurchase): Promise<void> => {
  const { id, chargeId } = order
  if (chargeId === null) return
  const { status } = await getStoredCharge(scope, chargeId)
  if (status === 'authorized')
    await unlessRefused(scope, stepOf(id, 'cancellation'), () => cancelCharge(scope, tools, chargeId))
  const after = await getStoredCharge(scope, chargeId)
  if (after.status !== 'succeeded' || toCents(after.amountRefunded) >= toCents(after.amountCaptured)) return
  await unlessRefused(scope, stepOf(id, 'refund'), () =>
    refundCharge(scope, tools, chargeId, { cents: undefined, requestKey: `store-cancel:${id}` }),
  )
}

/** Returns the money of a refund by the charge: in the books, its credit replaces the payment at the same time. */
const settleRefund = async (
  scope: Scope,
  tools: ProcessorTools,
  { id: orderId, chargeId, invoiceId }: StorePurchase,
  refund: StoreRefund,
): Promise<void> => {
  const cents = toCents(refund.chargeAmount)
  const requestKey = `store-refund:${refund.id}`
  if (cents > 0 && chargeId !== null) {
    const { creditId } = refund
    await unlessRefused(scope, stepOf(orderId, 'refund'), () =>
      refundCharge(scope, tools, chargeId, { cents, creditId, requestKey }),
    )
  }
  await scope.db.transaction(async (tx) => {
    await lockOrder(scope, tx, orderId)
    const where = { tenantId: scope.db.tenantId, id: refund.id, isSettled: false }
    const { count } = await tx.storeRefund.updateMany({ where, data: { isSettled: true } })
    if (count > 0 && invoiceId !== null && !(await hasCredit(scope, tx, requestKey)))
      await applyCreditTo(scope, tx, refund.creditId, { invoiceId, cents })
  })
}
