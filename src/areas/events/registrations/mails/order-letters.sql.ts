import { printedNumber } from '#areas/finance/books/documents/documents.listing'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** The invoice of an order, as mails show it. */
export interface InvoiceOfOrder {
  number: string
  /** The open amount. */
  balance: string
}

/** Reads the invoice of an order: InvoiceOfOrder; no row without one. */
export const invoiceOfOrderSql = (tenantId: number, orderId: number): Sql => Prisma.sql`
  SELECT ${printedNumber('invoice', Prisma.sql`i.number`)} AS number, i.balance::text AS balance FROM event_order o
  JOIN invoice i ON i.tenant_id = o.tenant_id AND i.id = o.invoice_id
  WHERE o.tenant_id = ${tenantId}::int AND o.id = ${orderId}::int`
