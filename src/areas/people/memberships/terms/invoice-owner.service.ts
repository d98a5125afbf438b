import type { InvoiceOwner } from '#areas/finance/books/invoices/dependents.queries'
import { conflict } from '#kernel/errors/problem'
import { isInvoicedPartSql, isWaitingPartSql } from './invoiced-parts.listing.ts'
import { listInvoicedParts } from './invoiced-parts.queries.ts'

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
