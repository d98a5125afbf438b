import type { InvoiceEffect, InvoiceFollower, InvoiceOwner } from '#areas/finance/books/invoices/dependents.queries'
import { conflict } from '#kernel/errors/problem'
import { fromCents } from '#kernel/money/cents'
import { versionOf } from '#kernel/records/versions'
import { type ChangeContext, changeMembershipIn } from '../membership-change.service.ts'
import { isInvoicedPartSql, isWaitingPartSql } from '../membership-links.listing.ts'
import { membershipEvents } from '../memberships.events.ts'
import { listInvoicedParts, listPartsOfMembers } from './terms.queries.ts'
import { activatePaid } from './terms.service.ts'

/**
 * Updates the memberships whose terms or level changes the invoices cover: a payment or credit that settles an invoice activates
 * what it covers, and balances follow. The memberships of a deleted contact do not exist until it is restored.
 */
export const membershipFollower: InvoiceFollower = {
  dependsSql: isInvoicedPartSql,
  follow: async (scope, tx, effects) => {
    const parts = await listPartsOfMembers(
      scope,
      tx,
      effects.map(({ invoiceId }) => invoiceId),
    )
    for (const id of new Set(parts.map(({ membershipId }) => membershipId))) {
      const covered = new Set(parts.filter(({ membershipId }) => membershipId === id).map(({ invoiceId }) => invoiceId))
      const own = effects.filter(({ invoiceId }) => covered.has(invoiceId))
      await changeMembershipIn(scope, tx, id, versionOf(null), (context) => activateParts(context, own))
    }
    return parts.map(({ contactId }) => contactId)
  },
}

const activateParts = async (context: ChangeContext, effects: readonly InvoiceEffect[]): Promise<void> => {
  for (const { invoiceId, paidCents, isSettled, on } of effects) {
    if (paidCents <= 0) continue
    context.addEvent(membershipEvents.paid, { invoiceId, amount: fromCents(paidCents), isSettled })
    await activatePaid(context, { invoiceId, isSettled, paidOn: on })
  }
}

/** Memberships need the invoices of their terms and level changes. */
export const membershipInvoiceOwner: InvoiceOwner = {
  rejectsVoid: {
    existsSql: isInvoicedPartSql,
    findRejection: async (scope, tx, invoiceId) => {
      const [part] = await listInvoicedParts(scope, tx, [invoiceId])
      if (!part) return undefined
      const { membershipId: MembershipId } = part
      return conflict('membership-invoice', 'A membership needs the invoice. End the term there.', { MembershipId })
    },
  },
  // A term without a payment never takes effect. Staff ends such a term instead of writing off its invoice.
  rejectsWriteOff: {
    existsSql: isWaitingPartSql,
    findRejection: async (scope, tx, invoiceId) => {
      const parts = await listInvoicedParts(scope, tx, [invoiceId])
      const waiting = parts.find(({ isWaiting }) => isWaiting)
      if (!waiting) return undefined
      const { membershipId: MembershipId } = waiting
      const detail = 'A membership waits for the payment of the invoice. End the term there.'
      return conflict('membership-invoice', detail, { MembershipId })
    },
  },
}
