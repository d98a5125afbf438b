import type { InvoiceEffect, InvoiceFollower } from '#areas/finance/books/invoices/dependents.queries'
import { fromCents } from '#kernel/money/cents'
import { versionOf } from '#kernel/records/versions'
import { type ChangeContext, changeMembershipIn } from '../membership-change.service.ts'
import { membershipEvents } from '../memberships.events.ts'
import { isInvoicedPartSql } from './invoiced-parts.listing.ts'
import { listPartsOfMembers } from './invoiced-parts.queries.ts'
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
