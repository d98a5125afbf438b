import { ReceivableRow } from '#contract/finance/receivables'
import { listJson } from '#kernel/database/json-sql'
import { valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import { documentSearch } from '../documents/document-search.listing.ts'
import { documentJoins, documentListing, money, printedNumber } from '../documents/documents.listing.ts'
import { bucketSql, daysSince } from './aging.listing.ts'

const base = documentListing({
  kind: 'invoice',
  idName: 'InvoiceId',
  row: ReceivableRow,
  statuses: ['Open'],
  fields: {
    IssuedDate: valueField('date', Prisma.sql`doc.issued_on`),
    DueDate: valueField('date', Prisma.sql`doc.due_on`),
    Total: money('total'),
    Balance: money('balance'),
  },
})

/** The fields that a row shows: all of an invoice but its version and status. */
const SHOWN = Object.fromEntries(
  Object.entries(base.fields).filter(([name]) => name !== 'AuditId' && name !== 'Status'),
)

/** The open invoices of the tenant with their age on a day. */
export const openInvoiceList = (today: string, scope: Scope): List => {
  const day = Prisma.sql`${today}`
  const overdue = Prisma.sql`greatest(${daysSince(Prisma.sql`doc.due_on`, day)}, 0)`
  const bucket = bucketSql(Prisma.sql`doc.due_on`, day)
  const due = Prisma.sql`CASE WHEN doc.part_count = 0 THEN CASE WHEN doc.due_on <= ${day}::date THEN doc.balance ELSE 0.00 END
    ELSE (SELECT coalesce(sum(p.open_amount), 0.00) FROM invoice_part p WHERE p.tenant_id = doc.tenant_id
      AND p.invoice_id = doc.id AND p.due_on <= ${day}::date) END`
  const parts = listJson(Prisma.sql`
    SELECT p.position AS "PartNumber", p.due_on AS "DueDate", p.open_amount AS "OpenAmount",
      ${bucketSql(Prisma.sql`p.due_on`, day)} AS "Bucket"
    FROM invoice_part p WHERE p.tenant_id = doc.tenant_id AND p.invoice_id = doc.id AND p.open_amount > 0
    ORDER BY p.position`)
  return {
    listing: {
      ...base,
      search: documentSearch(scope, 'invoice'),
      listed: Prisma.sql`doc.status = 'Open'`,
      defaultOrder: 'DueDate',
      fields: {
        ...SHOWN,
        DaysOverdue: valueField('integer', overdue),
        Bucket: valueField('text', bucket),
        DueBalance: valueField('money', due),
      },
      totals: { values: { Status: ['Open'] }, bucket: ({ Status }) => `invoice:${Status}` },
    },
    columns: Prisma.sql`doc.id AS "InvoiceId", doc.number AS "Number", ${printedNumber('invoice')} AS "DisplayNumber",
      CASE WHEN c.deleted_at IS NULL THEN c.id END AS "ContactId",
      CASE WHEN c.deleted_at IS NULL THEN c.display_name END AS "ContactName", doc.issued_on AS "IssuedDate",
      doc.due_on AS "DueDate", ${overdue} AS "DaysOverdue", ${bucket} AS "Bucket", doc.total AS "Total",
      doc.balance AS "Balance", ${due} AS "DueBalance", ${parts} AS "Parts"`,
    joins: documentJoins,
  }
}
