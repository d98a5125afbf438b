import { isInvoicedPartSql } from '#areas/people/memberships/terms/invoiced-parts.listing'
import { valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import {
  documentActions,
  documentColumns,
  documentJoins,
  documentListing,
  money,
} from '../documents/documents.listing.ts'

const listing = documentListing({
  kind: 'invoice',
  table: 'invoice',
  idName: 'InvoiceId',
  statuses: ['Open', 'Paid', 'Void'],
  fields: {
    IssuedDate: valueField('date', Prisma.sql`d.issued_on`),
    DueDate: valueField('date', Prisma.sql`d.due_on`),
    Subtotal: money('subtotal'),
    Discount: money('discount'),
    Tax: money('tax'),
    Shipping: money('shipping'),
    Total: money('total'),
    Balance: money('balance'),
  },
})

const IS_WRITTEN_OFF = Prisma.sql`EXISTS (SELECT FROM write_off w WHERE w.tenant_id = d.tenant_id
  AND w.invoice_id = d.id AND w.voided_at IS NULL)`
const IS_LIVE = Prisma.sql`d.voided_at IS NULL`
const IS_OPEN = Prisma.sql`d.status = 'Open'`

/** A row of the invoice list, over the rows `d` and `c`. */
export const invoiceColumns = (scope: Scope): Sql => Prisma.sql`${documentColumns('invoice', 'InvoiceId')},
  d.issued_on AS "IssuedDate", d.due_on AS "DueDate", d.subtotal AS "Subtotal", d.discount AS "Discount",
  d.tax AS "Tax", d.shipping AS "Shipping", d.total AS "Total", d.balance AS "Balance", ${documentActions(scope, [
    ['edit', IS_LIVE],
    [
      'void',
      Prisma.sql`${IS_LIVE} AND NOT ${IS_WRITTEN_OFF} AND NOT ${isInvoicedPartSql(Prisma.sql`d.tenant_id`, Prisma.sql`d.id`)}`,
    ],
    ['pay', IS_OPEN],
    [
      'writeoff',
      Prisma.sql`${IS_OPEN} AND NOT ${isInvoicedPartSql(Prisma.sql`d.tenant_id`, Prisma.sql`d.id`, Prisma.sql`p.activated_at IS NULL`)}`,
    ],
  ])} AS "Actions"`

export const invoiceList = (scope: Scope): List => ({ listing, columns: invoiceColumns(scope), joins: documentJoins })
