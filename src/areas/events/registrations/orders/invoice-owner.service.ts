import type { InvoiceOwner } from '#areas/finance/books/invoices/dependents.queries'
import { conflict } from '#kernel/errors/problem'
import { isInvoicedEventOrderSql } from './orders.listing.ts'
import { confirmationNumber, findInvoicedEventOrder } from './orders.queries.ts'

/** Orders of events need the invoices that bill them. */
export const eventOrderInvoiceOwner: InvoiceOwner = {
  rejectsVoid: {
    existsSql: isInvoicedEventOrderSql,
    findRejection: async (scope, tx, invoiceId) => {
      const order = await findInvoicedEventOrder(scope, tx, invoiceId)
      if (!order) return undefined
      const { id: OrderId, eventId: EventId } = order
      const detail = `The order ${confirmationNumber(order)} of an event needs the invoice. Issue a credit instead.`
      return conflict('event-order-invoice', detail, { EventId, OrderId })
    },
  },
}
