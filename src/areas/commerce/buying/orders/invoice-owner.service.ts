import type { InvoiceOwner } from '#areas/finance/books/invoices/dependents.queries'
import { conflict } from '#kernel/errors/problem'
import { isInvoicedOrderSql } from './orders.listing.ts'
import { findInvoicedOrder } from './orders.queries.ts'

/** Orders need the invoices that bill them. */
export const orderInvoiceOwner: InvoiceOwner = {
  rejectsVoid: {
    existsSql: isInvoicedOrderSql,
    findRejection: async (scope, tx, invoiceId) => {
      const id = await findInvoicedOrder(scope, tx, invoiceId)
      if (id === undefined) return undefined
      const detail = `The order S-${id} needs the invoice. Cancel or refund the order instead.`
      return conflict('order-invoice', detail, { StorePurchaseId: id })
    },
  },
}
