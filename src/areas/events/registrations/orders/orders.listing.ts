import { payerFieldsSql } from '#areas/events/events/questions/questions.listing'
import { EventOrderRow } from '#contract/events/registrations'
import { type Columns, listOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isReturnableSql } from '../cancellation/cancellable-orders.listing.ts'
import { BALANCE, confirmationNumberSql, INVOICE_NUMBER, PAYER_ID, PAYER_NAME } from '../registrations.sql.ts'
import { CONTENT_COLUMNS } from './order-contents.sql.ts'

const id = Prisma.sql`o.id`
const column = (name: string): Sql => Prisma.raw(`o.${name}`)
const NUMBER = confirmationNumberSql(Prisma.sql`o.event_id`, Prisma.sql`o.id`)

const PAYMENT_STATUS = Prisma.sql`CASE WHEN h.status IN ('authorized', 'pending', 'requested')
    OR (h.id IS NULL AND o.payment_token IS NOT NULL) THEN 'Authorized'
  WHEN h.status = 'succeeded' THEN 'Captured' WHEN h.status = 'failed' THEN 'Failed'
  WHEN h.status = 'canceled' THEN 'Canceled' ELSE 'None' END`

const COUNT = Prisma.sql`(SELECT count(*)::integer FROM event_registration g
  WHERE g.tenant_id = o.tenant_id AND g.event_id = o.event_id AND g.order_id = o.id)`

const fields: Listing['fields'] = {
  OrderId: valueField('bigint', id),
  AuditId: valueField('integer', column('audit_id')),
  EventId: valueField('integer', column('event_id')),
  EventName: nameField(Prisma.sql`e.name`),
  ConfirmationNumber: valueField('text', NUMBER),
  ContactId: optionalField('integer', PAYER_ID),
  ContactName: nameField(PAYER_NAME),
  SubmittedDate: valueField('instant', column('submitted_at')),
  PaymentKind: optionalField('text', column('payment_kind')),
  PaymentStatus: valueField('text', PAYMENT_STATUS),
  PurchaseOrderNumber: optionalField('text', column('purchase_order_number')),
  RegistrationCount: valueField('integer', COUNT),
  Total: valueField('money', column('total')),
  InvoiceId: optionalField('integer', column('invoice_id')),
  InvoiceNumber: optionalField('text', INVOICE_NUMBER),
  Balance: valueField('money', BALANCE),
  CancelledDate: optionalField('instant', column('cancelled_at')),
}

const listing: Listing = {
  from: Prisma.sql`event_order o LEFT JOIN event e ON e.tenant_id = o.tenant_id AND e.id = o.event_id
    LEFT JOIN invoice i ON i.tenant_id = o.tenant_id AND i.id = o.invoice_id
    LEFT JOIN processor_charge h ON h.tenant_id = o.tenant_id AND h.id = o.charge_id
    LEFT JOIN contact c ON c.tenant_id = o.tenant_id AND c.id = o.contact_id`,
  row: EventOrderRow,
  tenant: Prisma.sql`o.tenant_id`,
  id,
  idType: 'bigint',
  contact: column('contact_id'),
  listed: Prisma.sql`o.state = 'submitted'`,
  defaultOrder: 'SubmittedDate desc',
  fields,
  searched: Prisma.sql`(${NUMBER} || ' ' || coalesce(${PAYER_NAME}, '') || ' ' || coalesce(o.purchase_order_number, ''))`,
}

const actionsSql = (scope: Scope): Sql =>
  scope.chapters || !hasGrant(scope, 'event-registrations:write')
    ? Prisma.sql`'["view"]'::json`
    : Prisma.sql`CASE WHEN o.cancelled_at IS NULL AND ${isReturnableSql(scope)} THEN '["view","cancel"]'::json
        ELSE '["view"]'::json END`

const actionsColumn = (scope: Scope): Columns => ({ Actions: actionsSql(scope) })

/** Lists the submitted orders `o` for an event, the newest first. */
export const eventOrderList = (scope: Scope, eventId: number): List =>
  listOf(
    {
      ...listing,
      listed: Prisma.sql`o.state = 'submitted' AND o.event_id = ${eventId}::integer`,
      totals: { values: {}, bucket: () => `eventorder:${eventId}` },
    },
    actionsColumn(scope),
  )

const ofPayer = (value: Sql): Sql => Prisma.sql`CASE WHEN c.deleted_at IS NULL THEN ${value} END`

/** Shows one order with everything that it contains. */
export const eventOrderDetails = (scope: Scope): List =>
  listOf(listing, {
    ...actionsColumn(scope),
    TaxNumber: ofPayer(Prisma.sql`nullif(btrim(o.form -> 'BillingInfo' ->> 'TaxNumber'), '')`),
    Comments: ofPayer(Prisma.sql`o.form ->> 'Comments'`),
    CustomFields: ofPayer(payerFieldsSql),
    ReferralSourceId: column('referral_source_id'),
    ReferralSource: Prisma.sql`(SELECT w.name FROM referral_source w
      WHERE w.tenant_id = o.tenant_id AND w.id = o.referral_source_id)`,
    SendEmailNotification: column('sends_mail'),
    ...CONTENT_COLUMNS,
  })

/** Tests whether an invoice is that of an order of an event. */
export const isInvoicedEventOrderSql = (tenantId: Sql, invoiceId: Sql): Sql =>
  Prisma.sql`EXISTS (SELECT FROM event_order v WHERE v.tenant_id = ${tenantId} AND v.invoice_id = ${invoiceId})`

// What lists of other rows `k` of an order show of it: of its event `e`, the order `o`, its invoice `i` and its payer `c`.

export const NUMBER_OF_ORDER = confirmationNumberSql(Prisma.sql`k.event_id`, Prisma.sql`k.order_id`)
export const PAYER_OF_ORDER: Sql = PAYER_NAME

export const exhibitorOrderJoins = Prisma.sql`LEFT JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
  LEFT JOIN event_order o ON o.tenant_id = k.tenant_id AND o.id = k.order_id
  LEFT JOIN invoice i ON i.tenant_id = o.tenant_id AND i.id = o.invoice_id
  LEFT JOIN contact c ON c.tenant_id = o.tenant_id AND c.id = o.contact_id`

export const exhibitorOrderFields: Listing['fields'] = {
  EventId: valueField('integer', Prisma.sql`k.event_id`),
  EventName: nameField(Prisma.sql`e.name`),
  OrderId: valueField('bigint', Prisma.sql`k.order_id`),
  ConfirmationNumber: valueField('text', NUMBER_OF_ORDER),
  PayerContactId: optionalField('integer', PAYER_ID),
  PayerName: nameField(PAYER_NAME),
  InvoiceId: optionalField('integer', Prisma.sql`o.invoice_id`),
  InvoiceNumber: optionalField('text', INVOICE_NUMBER),
  Balance: valueField('money', BALANCE),
  RegisteredDate: optionalField('instant', Prisma.sql`o.submitted_at`),
}
