import type { InvoiceFollower } from '#areas/finance/books/invoices/dependents.queries'
import {
  captureOrdered,
  requestOrderedDebit,
  unlessRefused,
} from '#areas/finance/payment-processor/attempts/ordered-payments.service'
import { cancelCharge } from '#areas/finance/payment-processor/charges/charge-changes.service'
import { getStoredCharge } from '#areas/finance/payment-processor/charges/charges.queries'
import type { ProcessorTools } from '#areas/finance/payment-processor/processors.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { toCents } from '#kernel/money/cents'
import { lockRows } from '#kernel/records/lock'
import { recordChanges } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { EventOrder, Prisma } from '#prisma/client'
import { settleRefunds } from '../cancellation/settled-refunds.service.ts'
import { isInvoicedEventOrderSql } from '../orders/orders.listing.ts'
import { describeRegistrationChange } from '../registration-changes.service.ts'
import { AWAITING_APPROVAL, choosePaidStatus, STATUSES_BY_PAYMENT } from '../registration-statuses.listing.ts'
import { registrationKind } from '../registrations.queries.ts'

const WITH_PAYMENT = {
  include: { invoice: true, charge: true, lines: { select: { credited: true } } },
} as const satisfies Prisma.EventOrderDefaultArgs

type PaidOrder = Prisma.EventOrderGetPayload<typeof WITH_PAYMENT>

/** Returns the status that the payment of an order gives its confirmed registrations. */
const statusOfOrder = ({ invoice, charge, dueAmount, lines }: PaidOrder): number =>
  choosePaidStatus({
    // What was credited is not paid.
    total: lines.reduce((total, { credited }) => total - toCents(credited), toCents(invoice?.total ?? 0)),
    open: toCents(invoice?.balance ?? 0),
    hasLivePayment: charge?.status === 'authorized' && toCents(charge.amount) >= toCents(dueAmount),
  })

/** Reads the status that a submission gives the registrations with a seat: by the approval, else by the payment. */
export const readConfirmedStatus = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  orderId: number,
  { requiresApproval }: { requiresApproval: boolean },
): Promise<number> =>
  requiresApproval
    ? AWAITING_APPROVAL
    : statusOfOrder(await tx.eventOrder.findFirstOrThrow({ where: { tenantId, id: orderId }, ...WITH_PAYMENT }))

/** Updates the registrations whose invoices the books changed: a payment confirms them. */
export const registrationFollower: InvoiceFollower = {
  dependsSql: isInvoicedEventOrderSql,
  follow: async (scope, tx, effects) => {
    await refreshStatuses(scope, tx, { invoiceId: { in: effects.map(({ invoiceId }) => invoiceId) } })
    return []
  },
}

/** Brings the statuses of the registrations of an order up to date with its payment. The caller has locked its payer. */
const refreshOrderStatuses = (scope: Scope, tx: Transaction, orderId: number): Promise<void> =>
  refreshStatuses(scope, tx, { id: orderId })

const refreshStatuses = async (
  scope: Scope,
  tx: Transaction,
  which: { id: number } | { invoiceId: { in: number[] } },
): Promise<void> => {
  const { tenantId } = scope.db
  const orders = await tx.eventOrder.findMany({ where: { tenantId, ...which, state: 'submitted' }, ...WITH_PAYMENT })
  for (const order of orders) {
    const statusId = statusOfOrder(order)
    const others = STATUSES_BY_PAYMENT.filter((status) => status !== statusId)
    const where = { tenantId, orderId: order.id, statusId: { in: others } }
    const found = await tx.eventRegistration.findMany({ where, select: { id: true } })
    await lockRows(
      scope,
      tx,
      registrationKind,
      found.map(({ id }) => id),
    )
    const changed = await tx.eventRegistration.updateManyAndReturn({ where, data: { statusId, ...NEXT_VERSION } })
    const changes = changed.map((registration) => describeRegistrationChange(registration, 'updated'))
    await recordChanges(scope, tx, changes)
  }
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

/** The job that does at the processor what an order of an event needs: capture, debit, cancel and refund. */
export const SETTLE_EVENT_ORDER = 'settle_event_order'

/** Adds the job of an order, in the transaction that gives it something to do. The jobs of one order run one at a time. */
export const enqueueSettling = ({ db: { tenantId } }: Scope, tx: Transaction, orderId: number): Promise<void> => {
  const key = `${SETTLE_EVENT_ORDER}:${tenantId}:${orderId}`
  return enqueueJobs(tx, [{ name: SETTLE_EVENT_ORDER, payload: { tenantId, orderId }, key, queue: key }])
}
