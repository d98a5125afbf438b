import { printedNumberSql } from '#areas/finance/books/documents/documents.listing'
import { canMoveMoney } from '#areas/finance/payment-processor/processor-grants.service'
import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { StoreOrder } from '#contract/commerce/store'
import { listJson } from '#kernel/database/json-sql'
import { columnsOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import {
  AMOUNT_PAID,
  BALANCE,
  CAN_CANCEL,
  CAN_REFUND,
  CAN_SHIP,
  COST_TOTAL,
  HAS_LIVE_CHARGE,
  IS_UNSENT,
  orderJoins,
  PAYMENT_STATUS,
  STATUS,
} from './orders.sql.ts'

const id = Prisma.sql`o.id`
const CONTACT_ID = shownContactIdSql(Prisma.sql`o.tenant_id`, Prisma.sql`o.contact_id`)
const CONTACT_NAME = Prisma.sql`CASE WHEN c.deleted_at IS NULL THEN c.display_name END`
const NUMBER = Prisma.sql`('S-' || o.id)`
export const INVOICE_NUMBER = Prisma.sql`CASE WHEN i.id IS NOT NULL THEN ${printedNumberSql('invoice', Prisma.sql`i.number`)} END`
const ADDRESS_ID = Prisma.sql`CASE WHEN o.country_id IS NOT NULL THEN o.id::text END`
export const SHIPPED_ON = Prisma.sql`CASE WHEN NOT ${IS_UNSENT} THEN o.shipped_on END`

const column = (name: string): Sql => Prisma.raw(`o.${name}`)

const fields: Listing['fields'] = {
  StorePurchaseId: valueField('bigint', id),
  ShippingAddressId: optionalField('text', ADDRESS_ID),
  ContactName: nameField(CONTACT_NAME),
  EmailAddress: optionalField('text', column('email')),
  PhoneNumber: optionalField('text', column('phone')),
  PurchaseDate: valueField('instant', column('purchased_at')),
  ShipToCompanyName: optionalField('text', column('ship_to_company')),
  ShipToContactName: optionalField('text', column('ship_to_contact')),
  Address1: optionalField('text', column('address1')),
  Address2: optionalField('text', column('address2')),
  City: optionalField('text', column('city')),
  CountryId: optionalField('integer', column('country_id')),
  Country: optionalField('text', Prisma.sql`n.name`),
  StateProvince: optionalField('text', column('state_province')),
  PostalCode: optionalField('text', column('postal_code')),
  ShippingOption: optionalField('text', column('shipping_option')),
  OrderNumber: valueField('text', NUMBER),
  ContactId: optionalField('integer', CONTACT_ID),
  Status: valueField('text', STATUS),
  CurrencyCode: valueField('text', column('currency_code')),
  ItemTotal: valueField('money', column('item_total')),
  DiscountTotal: valueField('money', column('discount_total')),
  ShippingAmount: valueField('money', column('shipping_amount')),
  TaxTotal: valueField('money', column('tax_total')),
  Total: valueField('money', column('total')),
  AmountPaid: valueField('money', AMOUNT_PAID),
  Balance: valueField('money', BALANCE),
  InvoiceId: optionalField('integer', column('invoice_id')),
  InvoiceNumber: optionalField('text', INVOICE_NUMBER),
  ShippedDate: optionalField('date', SHIPPED_ON),
  TrackingNumber: optionalField('text', column('tracking_number')),
  AuditId: valueField('integer', column('audit_id')),
  PaymentStatus: valueField('text', PAYMENT_STATUS),
  CostTotal: valueField('money', COST_TOTAL),
}

const listing: Listing = {
  from: Prisma.sql`store_purchase o ${orderJoins}`,
  row: StoreOrder,
  tenant: Prisma.sql`o.tenant_id`,
  id,
  idType: 'bigint',
  contact: Prisma.sql`o.contact_id`,
  listed: Prisma.sql`true`,
  defaultOrder: 'PurchaseDate desc',
  fields,
  searched: Prisma.sql`(${NUMBER} || ' ' || coalesce(${CONTACT_NAME}, '') || ' ' || concat_ws(' ', o.email,
    o.ship_to_company, o.ship_to_contact, o.address1, o.address2, o.city, o.state_province, o.postal_code, n.name))`,
}

const actions = (scope: Scope): Sql => {
  if (!hasGrant(scope, 'store:write')) return Prisma.sql`'["view"]'::jsonb`
  const action = (name: string, condition: Sql) =>
    Prisma.sql`CASE WHEN ${condition} THEN jsonb_build_array(${name}::text) ELSE '[]'::jsonb END`
  const canReturn = canMoveMoney(scope) ? Prisma.sql`true` : Prisma.sql`NOT ${HAS_LIVE_CHARGE}`
  return Prisma.sql`'["view"]'::jsonb || ${action('cancel', Prisma.sql`${CAN_CANCEL} AND ${canReturn}`)}
    || ${action('refund', Prisma.sql`${CAN_REFUND} AND ${canReturn}`)}
    || ${action('ship', CAN_SHIP)}`
}

const columns = (scope: Scope, lines: Sql): Sql =>
  columnsOf(fields, {
    CountryId: Prisma.sql`o.country_id::text`,
    ContactId: Prisma.sql`${CONTACT_ID}::text`,
    ShippedDate: Prisma.sql`(${SHIPPED_ON})::text`,
    LineItems: lines,
    Actions: actions(scope),
  })

const LINES = listJson(Prisma.sql`SELECT x.item_id AS "StoreItemId", x.sub_item_id::text AS "StoreSubItemId",
    x.name AS "ProductName", x.quantity AS "Quantity", x.unit_price AS "UnitPrice", x.discount AS "Discount",
    x.tax AS "Tax", x.amount AS "Amount", x.backordered AS "BackorderedQuantity", x.refunded AS "RefundedQuantity",
    x.id AS "StoreOrderLineId", x.shipped AS "ShippedQuantity",
    (SELECT coalesce(sum(u.quantity * u.unit_cost), 0) FROM store_lot_use u
      WHERE u.tenant_id = x.tenant_id AND u.line_id = x.id) AS "Cost",
    x.benefit_item_id AS "BenefitItemId", x.benefit_quantity AS "BenefitQuantity"
  FROM store_purchase_line x WHERE x.tenant_id = o.tenant_id AND x.purchase_id = o.id ORDER BY x.position`)

/** Lists orders `o`, the newest first, without their lines. */
export const orderList = (scope: Scope): List => ({ listing, columns: columns(scope, Prisma.sql`NULL::json`) })

/** Shows one order with its lines. */
export const orderDetails = (scope: Scope): List => ({ listing, columns: columns(scope, LINES) })

/** Tests whether an invoice is that of an order. */
export const isInvoicedOrderSql = (tenantId: Sql, invoiceId: Sql): Sql =>
  Prisma.sql`EXISTS (SELECT FROM store_purchase p WHERE p.tenant_id = ${tenantId} AND p.invoice_id = ${invoiceId})`

const DAY_MS = 86_400_000

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS)

const isKept = Prisma.sql`${STATUS} NOT IN ('Cancelled', 'Refunded')`

const orderedWithin =
  (days: number) =>
  (now: Date): Sql =>
    Prisma.sql`${isKept} AND o.purchased_at > ${daysBefore(now, days)}::timestamptz`

const withStatus = (status: string) => (): Sql => Prisma.sql`${STATUS} = ${status}::text`

const STATES: ReadonlyMap<string, (now: Date) => Sql> = new Map([
  ['ordered', () => isKept],
  ['ordered30', orderedWithin(30)],
  ['ordered90', orderedWithin(90)],
  ['ordered365', orderedWithin(365)],
  ['pending', withStatus('Pending')],
  ['paid', withStatus('Paid')],
  ['shipped', withStatus('Shipped')],
  ['partlyRefunded', withStatus('PartlyRefunded')],
  ['refunded', withStatus('Refunded')],
  ['cancelled', withStatus('Cancelled')],
])

/** The states of orders of the store that a contact can be selected by. */
export const ORDER_STATES: readonly string[] = [...STATES.keys()]

/** The orders `o` of the contact of row `c`, with their invoices `i`. */
const ofContact = Prisma.sql`FROM store_purchase o
  LEFT JOIN invoice i ON i.tenant_id = o.tenant_id AND i.id = o.invoice_id
  WHERE o.tenant_id = c.tenant_id AND o.contact_id = c.id`

/** Tests whether the contact of row `c` has an order in a state at a time. */
export const hasOrderStateSql = (state: string, now: Date): Sql =>
  Prisma.sql`EXISTS (SELECT ${ofContact} AND ${STATES.get(state)?.(now) ?? Prisma.sql`false`})`

/** Tests whether the orders of the contact of row `c` in the last 365 days, less their refunds, come to an amount or more. */
export const hasOrderedAmountSql = (amount: string, now: Date): Sql =>
  Prisma.sql`(SELECT coalesce(sum(o.total - o.refunded), 0) ${ofContact} AND ${orderedWithin(365)(now)})
    >= ${amount}::numeric`
