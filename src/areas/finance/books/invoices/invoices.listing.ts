import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { InvoiceListRow } from '#contract/finance/invoices'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { CsvFile } from '#services/csv/list-csv'
import {
  documentColumns,
  documentList,
  documentListing,
  IS_LIVE,
  moneyField,
  subtotalField,
} from '../documents/documents.listing.ts'
import { type InvoiceClaim, voidClaims, writeOffClaims } from './dependents.queries.ts'

/** Conditions over the invoice of row `doc`. */
interface Ownership {
  /** Whether a record of another area needs the invoice. */
  isOwned: Sql
  /** Whether a record of another area waits for its payment. */
  isAwaited: Sql
}

let composed: Ownership | undefined

/** Composes the conditions once, at their first use: the owners are known when all areas are loaded. */
const ownershipSql = (): Ownership => {
  composed ??= { isOwned: anySql(voidClaims()), isAwaited: anySql(writeOffClaims()) }
  return composed
}

const anySql = (claims: readonly InvoiceClaim[]): Sql => {
  const conditions = claims.map(({ existsSql }) => existsSql(Prisma.sql`doc.tenant_id`, Prisma.sql`doc.id`))
  return conditions.length === 0 ? Prisma.sql`false` : Prisma.sql`(${Prisma.join(conditions, ' OR ')})`
}

// After a merge of both contacts the invoice is for the contact that is billed.
const FOR_ID = Prisma.sql`NULLIF(doc.for_contact_id, doc.contact_id)`
const FOR_CONTACT = shownContactIdSql(Prisma.sql`doc.tenant_id`, FOR_ID)
const FOR_NAME = Prisma.sql`(SELECT k.display_name FROM contact k
  WHERE k.tenant_id = doc.tenant_id AND k.id = ${FOR_ID} AND k.deleted_at IS NULL)`

const WRITTEN_OFF = Prisma.sql`coalesce((SELECT sum(w.total) FROM write_off w WHERE w.tenant_id = doc.tenant_id
  AND w.invoice_id = doc.id AND w.voided_at IS NULL), 0.00)`

const listing = documentListing({
  kind: 'invoice',
  idName: 'InvoiceId',
  row: InvoiceListRow,
  statuses: ['Open', 'Paid', 'Void'],
  fields: {
    ForContactId: optionalField('integer', FOR_CONTACT),
    ForContactName: nameField(FOR_NAME),
    IssuedDate: valueField('date', Prisma.sql`doc.issued_on`),
    DueDate: valueField('date', Prisma.sql`doc.due_on`),
    Subtotal: subtotalField,
    Discount: moneyField('discount'),
    Tax: moneyField('tax'),
    Shipping: moneyField('shipping'),
    Total: moneyField('total'),
    Balance: moneyField('balance'),
    WrittenOff: valueField('money', WRITTEN_OFF),
  },
})

const IS_WRITTEN_OFF = Prisma.sql`EXISTS (SELECT FROM write_off w WHERE w.tenant_id = doc.tenant_id
  AND w.invoice_id = doc.id AND w.voided_at IS NULL)`
const IS_OPEN = Prisma.sql`doc.status = 'Open'`

/** Returns the columns of a row of the invoice list, over the rows `doc` and `c`. */
export const invoiceColumns = (scope: Scope): Sql =>
  documentColumns(scope, listing, [
    ['edit', IS_LIVE],
    ['void', Prisma.sql`${IS_LIVE} AND NOT ${IS_WRITTEN_OFF} AND NOT ${ownershipSql().isOwned}`],
    ['pay', IS_OPEN],
    ['writeoff', Prisma.sql`${IS_OPEN} AND NOT ${ownershipSql().isAwaited}`],
  ])

export const invoiceList = (scope: Scope): List => documentList(scope, 'invoice', listing, invoiceColumns(scope))

export const INVOICE_FILE: CsvFile = {
  name: 'Invoices',
  columns: [
    ...[
      'InvoiceId',
      'DisplayNumber',
      'ContactId',
      'ContactName',
      'ForContactId',
      'ForContactName',
      'IssuedDate',
      'DueDate',
      'Status',
    ],
    ...['Subtotal', 'Discount', 'Tax', 'Shipping', 'Total', 'Balance', 'WrittenOff'],
  ],
}
