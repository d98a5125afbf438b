import type { RecordUse } from '#kernel/records/uses'
import { Prisma } from '#prisma/client'
import { printedNumberSql } from './documents.listing.ts'
import type { DocumentKind } from './documents.model.ts'

interface UsingDocument {
  kind: DocumentKind
  user: string
  table: string
}

const INVOICE: UsingDocument = { kind: 'invoice', user: 'invoice', table: 'invoice' }
const CREDIT: UsingDocument = { kind: 'credit', user: 'credit', table: 'credit' }
const PAYMENT: UsingDocument = { kind: 'payment', user: 'payment', table: 'payment' }
const REFUND: UsingDocument = { kind: 'refund', user: 'refund', table: 'refund' }

const KEEP = 'Set IsActive to false to allow no new ones.'

const documentUse = (of: string, { user }: UsingDocument, rows: RecordUse['rows']): RecordUse => ({
  of,
  user,
  users: `${user}s`,
  scope: 'books:read',
  remedy: KEEP,
  rows,
})

/** Describes a use by a column of the lines of a document. */
const lineUse = (of: string, document: UsingDocument, column: string): RecordUse => {
  const lines = Prisma.raw(`${document.table}_line`)
  const parent = Prisma.raw(`${document.table}_id`)
  return documentUse(
    of,
    document,
    (tenantId) => Prisma.sql`
    SELECT l.${Prisma.raw(column)} AS used_id, doc.id, ${printedNumberSql(document.kind)} AS name FROM ${lines} l
    JOIN ${Prisma.raw(document.table)} doc ON doc.tenant_id = l.tenant_id AND doc.id = l.${parent}
    WHERE l.tenant_id = ${tenantId}::integer AND l.${Prisma.raw(column)} IS NOT NULL`,
  )
}

/** Describes a use by a column of the document itself. */
const ownUse = (of: string, document: UsingDocument, column: string): RecordUse =>
  documentUse(
    of,
    document,
    (tenantId) => Prisma.sql`
    SELECT doc.${Prisma.raw(column)} AS used_id, doc.id, ${printedNumberSql(document.kind)} AS name
    FROM ${Prisma.raw(document.table)} doc WHERE doc.tenant_id = ${tenantId}::integer`,
  )

/** Fees, disputes and transfers of the payment processor have no document. */
const MOVEMENT_USE: RecordUse = {
  of: 'account',
  user: 'journal entry',
  users: 'journal entries',
  scope: 'books:read',
  remedy: KEEP,
  rows: (tenantId) => Prisma.sql`SELECT l.account_id AS used_id, e.id::float8 AS id, e.reference AS name
    FROM journal_line l
    JOIN journal_entry e ON e.tenant_id = l.tenant_id AND e.id = l.entry_id AND e.document_kind = 'processor'
    WHERE l.tenant_id = ${tenantId}::integer`,
}

/** What documents use, void ones too: they stay as they were posted. The invoice of a write-off uses what it uses. */
export const documentUses: readonly RecordUse[] = [
  ...[INVOICE, CREDIT].flatMap((document) => [
    lineUse('account', document, 'account_id'),
    lineUse('account', document, 'discount_account_id'),
    lineUse('transactionclass', document, 'class_id'),
    lineUse('taxset', document, 'tax_set_id'),
    lineUse('discount', document, 'discount_id'),
    lineUse('feeitem', document, 'fee_item_id'),
  ]),
  ownUse('account', PAYMENT, 'deposit_account_id'),
  ownUse('paymentgateway', PAYMENT, 'payment_gateway_id'),
  ownUse('account', REFUND, 'account_id'),
  MOVEMENT_USE,
]
