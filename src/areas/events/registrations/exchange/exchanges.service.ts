import { applyCreditTo } from '#areas/finance/books/credits/invoice-credits.service'
import { ruleRefused } from '#kernel/errors/problem'
import { fromCents } from '#kernel/money/cents'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { type CancellationPlan, planCancellation, WHOLE_PRICE } from '../cancellation/cancelled-parts.model.ts'
import { creditOrderLines } from '../cancellation/credited-orders.service.ts'
import {
  findLiveInvoice,
  type LockedEventOrder,
  orderState,
  requireReturnable,
} from '../cancellation/locked-event-orders.service.ts'
import { changeEventOrder } from '../orders/order-parts.service.ts'
import {
  changeRegistration,
  offerFreeSeats,
  registrationFollowers,
  registrationState,
} from '../registration-changes.service.ts'
import { AWAITING_APPROVAL, EXPECTED_AT_EVENT, TRANSFERRED } from '../registration-statuses.listing.ts'
import { registrationEvents } from '../registrations.events.ts'
import { returnBenefits } from '../used-benefits.service.ts'

type Registration = LockedEventOrder['registrations'][number]

/** Tickets of an order that are given back for other ones of a new order. */
export interface Exchange {
  order: LockedEventOrder
  registrations: readonly Registration[]
  plan: CancellationPlan
  /** What is left of their price for the new order, in cents: their credit pays the open amount of their own invoice first. */
  carriedCents: number
}

/**
 * Returns whether the payer can exchange a registration: one ticket with a seat. Tables, and what a sponsorship or a booth
 * includes, are changed by staff.
 */
export const isExchangeable = ({ statusId, seats, sponsorId, exhibitorId }: Registration): boolean =>
  (EXPECTED_AT_EVENT.includes(statusId) || statusId === AWAITING_APPROVAL) &&
  seats === 1 &&
  sponsorId === null &&
  exhibitorId === null

/** Requires that the payer can add to an order. @throws 409 order-state. */
export const requireChangeable = (order: LockedEventOrder): void => {
  const { cancelledAt, contactId } = order
  const invoice = findLiveInvoice(order)
  if (cancelledAt !== null) throw orderState('The order is cancelled.')
  if (contactId === null || (invoice !== null && invoice.contactId !== contactId))
    throw orderState('Another contact is billed for the order. Only the organizer can change it.')
}

/**
 * Plans what tickets pay that are given back: their whole price, less what was credited before.
 *
 * @throws 409 order-state, registration-state, written-off, contact-deleted; 422 event-rule.
 */
export const planExchange = async (
  scope: Scope,
  tx: Transaction,
  order: LockedEventOrder,
  ids: readonly number[],
): Promise<Exchange> => {
  requireChangeable(order)
  const registrations = ids.map((id, at) => {
    const found = order.registrations.find((one) => one.id === id)
    if (!found || ids.indexOf(id) < at)
      throw ruleRefused('event-rule', 'The registrations are not those of the order.', [
        { pointer: `/Registrations/${at}/RegistrationId`, message: 'must be a registration of the order, once' },
      ])
    if (!isExchangeable(found)) throw registrationState('Only the organizer can change this ticket.')
    return found
  })
  if (registrations.length > 0) await requireSettled(scope, tx, order)
  const plan = planCancellation(order, { registrations, isWhole: false }, WHOLE_PRICE)
  return { order, registrations, plan, carriedCents: plan.division.total - plan.division.applied }
}

/** The price of a ticket is known to be paid, or open. @throws 409. */
const requireSettled = async (scope: Scope, tx: Transaction, order: LockedEventOrder): Promise<void> => {
  await requireReturnable(scope, tx, order, true)
  if (order.charge?.status === 'authorized')
    throw orderState('The payment of the order is being collected. Try again in a few minutes.')
}

/**
 * Ends the registrations that are given back, and gives back what they used. Call it before any document is locked, in the
 * transaction that submits the new order. The caller has locked the order.
 *
 * @param takers the registrations that replace them, by their ids.
 */
export const endExchanged = async (
  scope: Scope,
  tx: Transaction,
  { registrations }: Exchange,
  takers: ReadonlyMap<number, number>,
): Promise<void> => {
  for (const registration of registrations) {
    await changeRegistration(scope, tx, registration, { statusId: TRANSFERRED }, registrationEvents.transferred)
    const takerId = takers.get(registration.id)
    if (takerId === undefined) continue
    for (const { move } of registrationFollowers.entries()) await move?.(scope, tx, registration.id, takerId)
  }
  await returnBenefits(
    scope,
    tx,
    registrations.map(({ id }) => id),
  )
}

/**
 * Credits the tickets that are given back, pays the open amount of their invoice with the credit, and with the rest the invoice of
 * the new order. Records the change of the order.
 *
 * @param invoiceId the invoice of the new order; null if it costs nothing. @throws 422 closed-period.
 */
export const creditExchanged = async (
  scope: Scope,
  tx: Transaction,
  { order, registrations, plan, carriedCents }: Exchange,
  { orderId, invoiceId }: { orderId: number; invoiceId: number | null },
): Promise<void> => {
  const { lines, division } = plan
  const creditId = division.total === 0 ? null : await creditOrderLines(scope, tx, order, lines, 'Change')
  const own = findLiveInvoice(order)
  if (creditId !== null && own) {
    await applyCreditTo(scope, tx, creditId, { invoiceId: own.id, cents: division.applied })
    if (invoiceId !== null) await applyCreditTo(scope, tx, creditId, { invoiceId, cents: carriedCents })
  }
  const money = creditId === null ? {} : { creditId, credited: fromCents(division.total) }
  const exchanged = registrations.map(({ id }) => id)
  await changeEventOrder(scope, tx, order, {}, { changedBy: String(orderId), exchanged, ...money })
  await offerFreeSeats(scope, tx, order.eventId)
}
