import { WriteOffListRow } from '#contract/finance/write-offs'
import { valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import {
  documentColumns,
  documentList,
  documentListing,
  IS_LIVE,
  moneyField,
  printedNumberSql,
} from '../documents/documents.listing.ts'

const INVOICE_NUMBER = Prisma.sql`(SELECT ${printedNumberSql('invoice', Prisma.sql`s.number`)} FROM invoice s
  WHERE s.tenant_id = doc.tenant_id AND s.id = doc.invoice_id)`

const listing = documentListing({
  kind: 'writeoff',
  idName: 'WriteOffId',
  row: WriteOffListRow,
  statuses: ['Posted', 'Void'],
  fields: {
    InvoiceId: valueField('integer', Prisma.sql`doc.invoice_id`),
    InvoiceNumber: valueField('text', INVOICE_NUMBER),
    WrittenOffDate: valueField('date', Prisma.sql`doc.written_off_on`),
    Total: moneyField('total'),
    Tax: moneyField('tax'),
  },
})

/** Returns the columns of a row of the list of write-offs, over the rows `doc` and `c`. */
export const writeOffColumns = (scope: Scope): Sql =>
  documentColumns(scope, listing, [
    ['edit', IS_LIVE],
    ['void', IS_LIVE],
  ])

export const writeOffList = (scope: Scope): List => documentList(scope, 'writeoff', listing, writeOffColumns(scope))
