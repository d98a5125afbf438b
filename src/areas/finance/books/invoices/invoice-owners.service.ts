import { findInvoicedOrder } from '#areas/commerce/buying/orders/orders.queries'
import { findInvoicedSponsor } from '#areas/commerce/sponsorships/sponsors/sponsors.queries'
import { findInvoicedEventOrder } from '#areas/events/registrations/orders/orders.queries'
import { listInvoicedParts } from '#areas/people/memberships/terms/invoiced-parts.queries'
import { conflict, type Problem } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { runForWholeTenant } from '#kernel/tenancy/whole-tenant'

/** Returns the rejection of a void if a record of an area needs an invoice. */
type FindOwner = (scope: Scope, tx: Transaction, invoiceId: number) => Promise<Problem | undefined>

const ofMembership: FindOwner = async (scope, tx, invoiceId) => {
  const [part] = await listInvoicedParts(scope, tx, [invoiceId])
  if (!part) return undefined
  const { membershipId: MembershipId } = part
  return conflict('membership-invoice', 'A membership needs the invoice. End the term there.', { MembershipId })
}

const ofOrder: FindOwner = async (scope, tx, invoiceId) => {
  const id = await findInvoicedOrder(scope, tx, invoiceId)
  if (id === undefined) return undefined
  const detail = `The order S-${id} needs the invoice. Cancel or refund the order instead.`
  return conflict('order-invoice', detail, { StorePurchaseId: id })
}

const ofSponsor: FindOwner = async (scope, tx, invoiceId) => {
  const id = await findInvoicedSponsor(scope, tx, invoiceId)
  if (id === undefined) return undefined
  return conflict('sponsor-invoice', 'A sponsor needs the invoice. Decline the sponsor instead, or issue a credit.', {
    SponsorId: id,
  })
}

const ofEventOrder: FindOwner = async (scope, tx, invoiceId) => {
  const order = await findInvoicedEventOrder(scope, tx, invoiceId)
  if (!order) return undefined
  const { id: OrderId, eventId: EventId } = order
  const detail = `The order E${EventId}-${OrderId} of an event needs the invoice. Issue a credit instead.`
  return conflict('event-order-invoice', detail, { EventId, OrderId })
}

const OWNERS: readonly FindOwner[] = [ofMembership, ofOrder, ofEventOrder, ofSponsor]

/**
 * Rejects the void of an invoice that a record of another area needs: that area voids it together with the record.
 *
 * @throws 409 membership-invoice, order-invoice, event-order-invoice, sponsor-invoice.
 */
export const requireNoOwner = (scope: Scope, tx: Transaction, invoiceId: number): Promise<void> =>
  runForWholeTenant(scope, tx, async () => {
    for (const findOwner of OWNERS) {
      const rejection = await findOwner(scope, tx, invoiceId)
      if (rejection) throw rejection
    }
  })
