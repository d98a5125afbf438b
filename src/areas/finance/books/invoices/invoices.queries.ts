import { listJson } from '#kernel/database/json-sql'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { noteRowBefore } from '#kernel/records/rows-before'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { applicationsJson, detailSql, linesJson } from '../documents/details.sql.ts'
import { makeDocumentReader } from '../documents/documents.queries.ts'
import { invoiceColumns } from './invoices.listing.ts'
import { type LockedInvoice, lockInvoicesSql } from './invoices.sql.ts'

const LINES = Prisma.sql`${linesJson('invoice')} AS "Lines"`
const APPLICATIONS = Prisma.sql`${applicationsJson('invoice_id')} AS "Applications"`

const PARTS = Prisma.sql`${listJson(Prisma.sql`
  SELECT p.position AS "PartNumber", p.due_on AS "DueDate", p.amount AS "Amount", p.open_amount AS "OpenAmount"
  FROM invoice_part p WHERE p.tenant_id = doc.tenant_id AND p.invoice_id = doc.id ORDER BY p.position`)} AS "Parts"`

const ADDRESS = ['Line1', 'Line2', 'City', 'StateProvince', 'PostalCode', 'CountryCode']

const addressJson = (column: string): Sql =>
  Prisma.raw(
    `CASE WHEN doc.${column} IS NOT NULL THEN json_build_object(${ADDRESS.map((name) => `'${name}', doc.${column} -> '${name}'`).join(', ')}) END`,
  )

const SHIPPING = Prisma.raw(
  `CASE WHEN doc.shipping_details IS NOT NULL THEN json_build_object(${[
    'ContactName',
    ...ADDRESS,
    ...['Method', 'TrackingNumber', 'ShipDate'],
  ]
    .map((name) => `'${name}', doc.shipping_details -> '${name}'`)
    .join(', ')}) END AS "ShippingDetails"`,
)

const MESSAGE = Prisma.sql`doc.message AS "Message"`
const BILLING = Prisma.sql`${addressJson('billing_address')} AS "BillingAddress"`

/** Selects one invoice (Invoice in the contract): a VersionedRow. */
const invoiceSql = (scope: Scope, id: number): Sql =>
  detailSql('invoice', scope, id, invoiceColumns(scope), [MESSAGE, BILLING, SHIPPING, LINES, APPLICATIONS, PARTS])

/** Locks invoices in the order of their ids, and returns those that exist. Lock their contact before. */
export const lockInvoices = async (
  { db }: Pick<Scope, 'db'>,
  tx: SqlRunner,
  ids: readonly number[],
): Promise<LockedInvoice[]> => {
  const locked = await tx.rows<LockedInvoice & { row: string }>(lockInvoicesSql({ tenantId: db.tenantId, ids }))
  for (const { id, row } of locked) noteRowBefore(tx, 'invoice', id, row)
  return locked
}

/** Reads an invoice with its lines and applications. @throws 404. */
export const readInvoice = makeDocumentReader('invoice', invoiceSql)
