import {
  captureOrdered,
  requestOrderedDebit,
  unlessRefused,
} from '#areas/finance/payment-processor/attempts/ordered-payments.service'
import { cancelCharge } from '#areas/finance/payment-processor/charges/charge-changes.service'
import { getStoredCharge } from '#areas/finance/payment-processor/charges/charges.queries'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { toCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { EventOrder } from '#prisma/client'
import { settleRefunds } from '../cancellation/settled-refunds.service.ts'
import { refreshOrderStatuses } from './order-payments.service.ts'

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
  else if (order.chargeId !== null) await collect(scope, tools, { ...order, chargeId: order.chargeId })
  await settleRefunds(scope, tools, order)
  // A payment that failed leaves its registrations to be paid.
  await scope.db.transaction(async (tx) => {
    await lockContacts(tx, scope, order.contactId === null ? [] : [order.contactId])
    await refreshOrderStatuses(scope, tx, id)
  })
}

/** Captures what is open on the invoice: a cancellation can have reduced it. Cancels the payment if nothing is. */
const collect = async (
  scope: Scope,
  tools: ProcessorTools,
  { id, invoiceId, chargeId }: EventOrder & { chargeId: number },
): Promise<void> => {
  const order = { order: 'eventorder', orderId: id } as const
  const { tenantId, prisma } = scope.db
  const { status, amount } = await getStoredCharge(scope, chargeId)
  if (status !== 'authorized') return
  const invoice = await prisma.invoice.findFirst({ where: { tenantId, id: invoiceId ?? 0 }, select: { balance: true } })
  const cents = Math.min(toCents(amount), toCents(invoice?.balance ?? 0))
  if (cents > 0) return captureOrdered(scope, tools, chargeId, { ...order, step: 'capture' }, cents)
  await unlessRefused(scope, { ...order, step: 'cancellation' }, () => cancelCharge(scope, tools, chargeId))
}

const requestDebit = async (scope: Scope, tools: ProcessorTools, order: EventOrder): Promise<void> => {
  const { tenantId, id, eventId, invoiceId, gatewayId } = order
  const charge = await requestOrderedDebit(scope, tools, {
    invoiceId,
    gatewayId,
    cents: toCents(order.dueAmount),
    token: order.paymentToken ?? '',
    description: `Registration E${eventId}-${id}`,
    requestKey: `event-order-debit:${id}`,
    what: { order: 'eventorder', orderId: id, step: 'bank debit' },
  })
  if (charge === undefined) return
  const data = { paymentToken: null, chargeId: charge?.id ?? null }
  await scope.db.prisma.eventOrder.updateMany({ where: { tenantId, id }, data })
}
