import type { InvoiceOwner } from '#areas/finance/books/invoices/dependents.queries'
import { conflict } from '#kernel/errors/problem'
import { isInvoicedSponsorSql } from './sponsors.listing.ts'
import { findInvoicedSponsor } from './sponsors.queries.ts'

/** Sponsors need their current invoices. */
export const sponsorInvoiceOwner: InvoiceOwner = {
  rejectsVoid: {
    existsSql: isInvoicedSponsorSql,
    findRejection: async (scope, tx, invoiceId) => {
      const id = await findInvoicedSponsor(scope, tx, invoiceId)
      if (id === undefined) return undefined
      const detail = 'A sponsor needs the invoice. Decline the sponsor instead, or issue a credit.'
      return conflict('sponsor-invoice', detail, { SponsorId: id })
    },
  },
}
