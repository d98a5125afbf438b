import { instantJson } from '#kernel/database/json-sql'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { applicationsJson, detailSql, linesJson } from '../documents/details.sql.ts'
import { documentJoins } from '../documents/documents.listing.ts'
import { invoiceColumns } from './invoices.listing.ts'

const LINES = linesJson('invoice')
const APPLICATIONS = applicationsJson('invoice_id')

const addressJson = (column: string): Sql =>
  Prisma.raw(
    `CASE WHEN doc.${column} IS NOT NULL THEN json_build_object(${ADDRESS.map((name) => `'${name}', doc.${column} -> '${name}'`).join(', ')}) END`,
  )

const ADDRESS = ['Line1', 'Line2', 'City', 'StateProvince', 'PostalCode', 'CountryCode']

const SHIPPING = Prisma.raw(
  `CASE WHEN doc.shipping_details IS NOT NULL THEN json_build_object(${[
    'ContactName',
    ...ADDRESS,
    ...['Method', 'TrackingNumber', 'ShipDate'],
  ]
    .map((name) => `'${name}', doc.shipping_details -> '${name}'`)
    .join(', ')}) END`,
)

/** One invoice (Invoice in the contract): a VersionedRow. */
export const invoiceSql = (scope: Scope, id: number): Sql =>
  detailSql(
    'invoice',
    documentJoins,
    Prisma.sql`${invoiceColumns(scope)}, doc.message AS "Message", doc.notes AS "Notes",
      ${instantJson(Prisma.sql`doc.voided_at`)} AS "VoidedDate", ${addressJson('billing_address')} AS "BillingAddress",
      ${SHIPPING} AS "ShippingDetails", ${LINES} AS "Lines", ${APPLICATIONS} AS "Applications"`,
    scope.db.tenantId,
    id,
  )
