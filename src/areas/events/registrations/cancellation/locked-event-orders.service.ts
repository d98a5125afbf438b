import { lockEvent } from '#areas/events/events/events.queries'
import { requireNotWrittenOff } from '#areas/finance/books/credits/invoice-credits.service'
import { requireMoneyGrant } from '#areas/finance/payment-processor/processor-grants.service'
import { lockContacts } from '#areas/people/contacts/records/records.queries'
import { conflict, notFound } from '#kernel/errors/problem'
import { toCents } from '#kernel/money/cents'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'

const WITH_MONEY = {
  include: {
    event: true,
    invoice: { include: { contact: { select: { deletedAt: true } } } },
    charge: { include: { refunds: true, payment: { select: { openAmount: true } } } },
    lines: { orderBy: { position: 'asc' } },
    registrations: { orderBy: { position: 'asc' }, include: { type: { select: { name: true } } } },
    refunds: { where: { isSettled: false } },
  },
} as const satisfies Prisma.EventOrderDefaultArgs

type OrderWithMoney = Prisma.EventOrderGetPayload<typeof WITH_MONEY>

/** An order of an event, or an offer of seats, that is locked with its event and its payer. */
export type LockedEventOrder = OrderWithMoney & {
  /** The orders that it has changed whose charges can return what their tickets paid for it, the last one first. */
  earlier: readonly EarlierPayment[]
}

/** What an earlier order has paid for one that changed it. */
interface EarlierPayment {
  orderId: number
  /** The orders through which its tickets have paid. */
  through: readonly number[]
  /** What its charge can return of that, in cents. */
  returnable: number
}

export interface OrderKey {
  eventId: number
  id: number
}

/**
 * Locks the event of an order, the contacts that ordered, are billed or sponsor, and then the order: so cancellations, changes of
 * registrations and payments of an order happen one after the other.
 *
 * @throws 404; 409 merged.
 */
export const lockEventOrder = async (
  scope: Scope,
  tx: Transaction,
  { eventId, id }: OrderKey,
): Promise<LockedEventOrder> => {
  const { tenantId } = scope.db
  await lockEvent(scope, tx, eventId)
  const where = { tenantId, eventId, id }
  const sponsors = { select: { contactId: true, personId: true } }
  const select = { contactId: true, invoice: { select: { contactId: true } }, sponsors }
  const found = await tx.eventOrder.findFirst({ where, select })
  if (!found) throw notFound('order')
  const sponsoring = found.sponsors.flatMap(({ contactId, personId }) => [contactId, personId])
  const contactIds = [found.contactId, found.invoice?.contactId ?? null, ...sponsoring]
  const ids = new Set(contactIds.filter((contact) => contact !== null))
  if ((await lockContacts(tx, scope, [...ids])).length < ids.size) throw notFound('order')
  await lockRows(scope, tx, { table: 'event_order' }, [id])
  const order = await findEventOrder(scope, tx, { eventId, id })
  if (order.contactId !== found.contactId || order.invoice?.contactId !== found.invoice?.contactId)
    throw conflict('merged', 'The contact was merged into another one during the request. Retry the request.')
  return order
}

/** Reads an order without a lock, for what is only shown. @throws 404. */
export const findEventOrder = async (
  { db: { tenantId } }: Pick<Scope, 'db'>,
  tx: Transaction,
  { eventId, id }: OrderKey,
): Promise<LockedEventOrder> => {
  const order = await tx.eventOrder.findFirst({ where: { tenantId, eventId, id }, ...WITH_MONEY })
  if (!order) throw notFound('order')
  return { ...order, earlier: await listEarlier(tx, order) }
}

/** Follows the orders that an order has changed. They change under the lock of the event only. */
const listEarlier = async (
  tx: Transaction,
  { tenantId, eventId, id, changesOrderId, exchanged }: OrderWithMoney,
): Promise<EarlierPayment[]> => {
  const found: EarlierPayment[] = []
  let next = { through: [id], earlierId: changesOrderId, exchanged: toCents(exchanged) }
  while (next.earlierId !== null && next.exchanged > 0) {
    const where = { tenantId, eventId, id: next.earlierId }
    const earlier = await tx.eventOrder.findFirst({ where, ...WITH_MONEY })
    if (!earlier) break
    const returnable = Math.min(next.exchanged, collectedCentsOf(earlier))
    const { through } = next
    found.push({ orderId: earlier.id, through, returnable })
    const left = Math.min(next.exchanged - returnable, toCents(earlier.exchanged))
    next = { through: [...through, earlier.id], earlierId: earlier.changesOrderId, exchanged: left }
  }
  return found
}

export const orderState = (detail: string) => conflict('order-state', detail)

/** Returns the invoice of an order whose lines can be credited; null without one, and for one that is void. */
export const findLiveInvoice = ({ invoice }: LockedEventOrder) =>
  invoice && invoice.voidedAt === null ? invoice : null

/**
 * Requires that the money of an order can be returned now.
 *
 * @param movesOwnMoney whether the caller is the payer. @throws 403 insufficient-scope; 409 order-state, written-off,
 * contact-deleted.
 */
export const requireReturnable = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  movesOwnMoney: boolean,
): Promise<void> => {
  const { charge, paymentToken } = order
  if (paymentToken !== null || charge?.status === 'requested' || charge?.status === 'pending')
    throw orderState('The result of the payment is not known yet. Retry when it is.')
  const hasLiveCharge = charge !== null && charge.status !== 'failed' && charge.status !== 'canceled'
  if (hasLiveCharge && !movesOwnMoney) requireMoneyGrant(scope)
  const invoice = findLiveInvoice(order)
  if (!invoice) return
  if (invoice.contact.deletedAt !== null)
    throw conflict('contact-deleted', 'The contact that is billed is deleted. Restore it first.')
  await requireNotWrittenOff(scope, tx, invoice.id)
}

/** Returns the key of the refund of a charge: it is made once. */
export const requestKeyOf = (refundId: number): string => `event-refund:${refundId}`

/** Returns what the charge of an order has collected, and neither returned nor is about to return, in cents. */
export const collectedCentsOf = ({ charge, refunds }: Pick<OrderWithMoney, 'charge' | 'refunds'>): number => {
  if (charge?.status !== 'succeeded') return 0
  const waiting = charge.refunds.filter(({ status }) => status === 'requested').map(({ amount }) => toCents(amount))
  const known = new Set(charge.refunds.map(({ requestKey }) => requestKey))
  const planned = refunds.filter(({ id }) => !known.has(requestKeyOf(id))).map((refund) => toCents(refund.chargeAmount))
  const kept = toCents(charge.amountCaptured) - toCents(charge.amountRefunded)
  return Math.max(
    0,
    [...waiting, ...planned].reduce((left, cents) => left - cents, kept),
  )
}
