import { captureOrdered, requestOrderedDebit } from '#areas/finance/payment-processor/attempts/ordered-payments.service'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventOrder } from '#prisma/client'
import { refreshOrderStatuses } from './order-payments.service.ts'

/** The job that does at the processor what an order of an event needs: capture and debit. */
export const SETTLE_EVENT_ORDER = 'settle_event_order'

/** Adds the job of an order, in the transaction that gives it something to do. The jobs of one order run one at a time. */
export const enqueueSettling = ({ db: { tenantId } }: Scope, tx: Transaction, orderId: number): Promise<void> => {
  const key = `${SETTLE_EVENT_ORDER}:${tenantId}:${orderId}`
  return enqueueJobs(tx, [{ name: SETTLE_EVENT_ORDER, payload: { tenantId, orderId }, key, queue: key }])
}

/**
 * Brings the processor up to date with an order. Each step can be repeated, and has an effect once.
 *
 * @throws 503 if the processor does not respond: the job is run again.
 */
export const settleEventOrder = async (scope: Scope, tools: ProcessorTools, id: number): Promise<void> => {
  const { prisma, tenantId } = scope.db
  const order = await prisma.eventOrder.findFirst({ where: { tenantId, id, state: 'submitted' } })
  if (!order) return
  if (order.paymentToken !== null) await requestDebit(scope, tools, order)
  else if (order.chargeId !== null)
    await captureOrdered(scope, tools, order.chargeId, 'the capture of an order of an event')
  // A payment that failed leaves its registrations to be paid.
  await scope.db.transaction(async (tx) => {
    await lockContacts(tx, scope, order.contactId === null ? [] : [order.contactId])
    await refreshOrderStatuses(scope, tx, id)
  })
}

const requestDebit = async (scope: Scope, tools: ProcessorTools, order: EventOrder): Promise<void> => {
  const { tenantId, id, eventId, invoiceId, gatewayId } = order
  const charge = await requestOrderedDebit(scope, tools, {
    ...{ invoiceId, gatewayId, cents: toCents(order.dueAmount), token: order.paymentToken ?? '' },
    ...{ description: `Registration E${eventId}-${id}`, requestKey: `event-order-debit:${id}` },
    what: 'the bank debit of an order of an event',
  })
  if (charge === undefined) return
  const data = { paymentToken: null, chargeId: charge?.id ?? null }
  await scope.db.prisma.eventOrder.updateMany({ where: { tenantId, id }, data })
}
