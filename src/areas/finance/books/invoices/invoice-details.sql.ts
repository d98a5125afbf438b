import { listJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { applicationsJson, detailSql, linesJson } from '../documents/details.sql.ts'
import { invoiceColumns } from './invoices.listing.ts'

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

/** One invoice (Invoice in the contract): a VersionedRow. */
export const invoiceSql = (scope: Scope, id: number): Sql =>
  detailSql('invoice', scope, id, invoiceColumns(scope), [MESSAGE, BILLING, SHIPPING, LINES, APPLICATIONS, PARTS])
