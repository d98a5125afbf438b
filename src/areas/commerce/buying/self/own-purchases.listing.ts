import { instantJson, listJson } from '#kernel/database/json-sql'
import type { List } from '#kernel/listing/list-response'
import type { Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { downloadList, FILE_NAME, isExpiredSql } from '../downloads/downloads.listing.ts'
import { INVOICE_NUMBER, orderList, SHIPPED_ON } from '../orders/orders.listing.ts'
import { BALANCE, STATUS } from '../orders/orders.sql.ts'

const isOwn = (contactIds: readonly number[]): Sql => Prisma.sql`o.contact_id = ANY (${[...contactIds]}::integer[])`

const LINES = listJson(Prisma.sql`SELECT x.item_id AS "StoreItemId", x.name AS "ProductName", x.quantity AS "Quantity",
    x.unit_price AS "UnitPrice", x.amount AS "Amount", x.discount AS "Discount", x.tax AS "Tax",
    x.shipped AS "ShippedQuantity", x.refunded AS "RefundedQuantity"
  FROM store_purchase_line x WHERE x.tenant_id = o.tenant_id AND x.purchase_id = o.id ORDER BY x.position`)

/** Lists the orders of contacts, without what only staff see: costs of the pieces, internal ids. */
export const ownOrderList = (scope: Scope, contactIds: readonly number[]): List => ({
  listing: { ...orderList(scope).listing, listed: isOwn(contactIds) },
  columns: Prisma.sql`o.id AS "StorePurchaseId", 'S-' || o.id AS "OrderNumber", o.contact_id AS "ContactId",
    c.display_name AS "ContactName", ${instantJson(Prisma.sql`o.purchased_at`)} AS "PurchaseDate", ${STATUS} AS "Status",
    o.currency_code AS "CurrencyCode", o.shipping_amount AS "ShippingAmount", o.tax_total AS "TaxTotal",
    o.total AS "Total", ${BALANCE} AS "Balance", ${INVOICE_NUMBER} AS "InvoiceNumber",
    (${SHIPPED_ON})::text AS "ShippedDate", o.tracking_number AS "TrackingNumber", ${LINES} AS "LineItems"`,
})

/** Lists the downloads that contacts have bought and that are not revoked. */
export const ownDownloadList = (scope: Scope, contactIds: readonly number[]): List => {
  const { listing } = downloadList(scope)
  return {
    listing: { ...listing, listed: Prisma.sql`${listing.listed} AND ${isOwn(contactIds)}` },
    columns: Prisma.sql`d.id AS "StoreItemDigitalDownloadPurchaseId", d.purchase_id AS "StorePurchaseId",
      l.name AS "ProductName", ${FILE_NAME} AS "FileName", ${instantJson(Prisma.sql`o.purchased_at`)} AS "PurchaseDate",
      d.count AS "DownloadCount", d.expires_on::text AS "ExpirationDate", (${isExpiredSql(scope)}) AS "IsExpired"`,
  }
}
