import { exhibitorFieldsSql, payerFieldsSql, sponsorFieldsSql } from '#areas/events/events/questions/questions.listing'
import { EventOrderRow } from '#contract/events/registrations'
import { listJson } from '#kernel/database/json-sql'
import { columnsOf } from '#kernel/listing/columns'
import { nameField, optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { isReturnableSql } from '../cancellation/cancellable-orders.listing.ts'
import { DISPLAY_NAME } from '../participants.listing.ts'
import { BALANCE, confirmationNumberSql, INVOICE_NUMBER, PAYER_ID, PAYER_NAME, STATUS } from '../registrations.sql.ts'

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

const columns = (scope: Scope): Sql =>
  columnsOf(fields, {
    Actions: actionsSql(scope),
  })

/** The submitted orders `o` for an event, the newest first. */
export const eventOrderList = (scope: Scope, eventId: number): List => ({
  listing: {
    ...listing,
    listed: Prisma.sql`o.state = 'submitted' AND o.event_id = ${eventId}::integer`,
    totals: { values: {}, bucket: () => `eventorder:${eventId}` },
  },
  columns: columns(scope),
})

const ofOrder = (alias: string): Sql =>
  Prisma.raw(`${alias}.tenant_id = o.tenant_id AND ${alias}.event_id = o.event_id AND ${alias}.order_id = o.id`)

const LINES = listJson(Prisma.sql`SELECT l.name AS "Name", l.quantity AS "Quantity", l.fee_item_id AS "SaleableItemId",
    l.amount AS "Amount", l.discount AS "Discount", l.tax AS "Tax", l.amount - l.discount + l.tax AS "Total",
    l.credited AS "Credited", l.registration_id AS "RegistrationId", l.sponsor_id AS "EventSponsorId",
    l.exhibitor_id AS "ExhibitorId", l.item_id AS "OrderItemId"
  FROM event_order_line l WHERE ${ofOrder('l')} ORDER BY l.position`)

const REGISTRATIONS = listJson(Prisma.sql`SELECT g.id AS "RegistrationId", g.audit_id AS "AuditId",
    g.type_id AS "EventRegistrationTypeId", t.name AS "EventRegistrationTypeName", g.status_id AS "ParticipantStatusId",
    ${STATUS} AS "ParticipantStatus", ${DISPLAY_NAME} AS "DisplayName"
  FROM event_registration g JOIN event_registration_type t ON t.tenant_id = g.tenant_id AND t.id = g.type_id
  LEFT JOIN contact p ON p.tenant_id = g.tenant_id AND p.id = g.contact_id
  WHERE ${ofOrder('g')} ORDER BY g.position, g.id`)

const SPONSORS = listJson(Prisma.sql`SELECT k.id AS "EventSponsorId", k.tier_id AS "SponsorshipTierId",
    t.name AS "SponsorshipTierName",
    CASE WHEN c.deleted_at IS NULL AND p.deleted_at IS NULL THEN k.name END AS "SponsorName",
    CASE k.status_id WHEN 1 THEN 'Pending' WHEN 2 THEN 'Approved' WHEN 3 THEN 'Declined' WHEN 4 THEN 'NotAttending'
      WHEN 5 THEN 'Cancelled' END AS "Status",
    CASE WHEN c.deleted_at IS NULL AND p.deleted_at IS NULL THEN ${sponsorFieldsSql('k')} END AS "CustomFields"
  FROM event_sponsor k JOIN event_tier t ON t.tenant_id = k.tenant_id AND t.id = k.tier_id
  LEFT JOIN contact p ON p.tenant_id = k.tenant_id AND p.id = k.contact_id
  WHERE ${ofOrder('k')} ORDER BY k.id`)

const EXHIBITORS = listJson(Prisma.sql`SELECT k.id AS "ExhibitorId", k.type_id AS "ExhibitorTypeId",
    t.name AS "ExhibitorTypeName", CASE WHEN c.deleted_at IS NULL THEN k.name END AS "ExhibitorName",
    k.booth_preference AS "BoothPreference", CASE k.state WHEN 'cancelled' THEN 'Cancelled' ELSE 'Registered' END AS "Status",
    CASE WHEN c.deleted_at IS NULL THEN ${exhibitorFieldsSql('k')} END AS "CustomFields"
  FROM event_exhibitor k JOIN event_exhibitor_type t ON t.tenant_id = k.tenant_id AND t.id = k.type_id
  WHERE ${ofOrder('k')} ORDER BY k.id`)

const ITEMS = listJson(Prisma.sql`SELECT k.id AS "OrderItemId", k.item_id AS "ItemId", t.name AS "Name",
    t.is_donation AS "IsDonation", k.quantity AS "Quantity", k.amount AS "Amount"
  FROM event_order_item k JOIN event_item t ON t.tenant_id = k.tenant_id AND t.id = k.item_id
  WHERE ${ofOrder('k')} ORDER BY k.id`)

/** One order with everything that it contains. */
export const eventOrderDetails = (scope: Scope): List => ({
  listing,
  columns: Prisma.sql`${columns(scope)}, CASE WHEN c.deleted_at IS NULL THEN o.form ->> 'Comments' END AS "Comments",
    CASE WHEN c.deleted_at IS NULL THEN ${payerFieldsSql} END AS "CustomFields",
    o.referral_source_id AS "ReferralSourceId", (SELECT w.name FROM referral_source w
      WHERE w.tenant_id = o.tenant_id AND w.id = o.referral_source_id) AS "ReferralSource",
    o.sends_mail AS "SendEmailNotification", ${LINES} AS "Lines", ${REGISTRATIONS} AS "Registrations",
    ${SPONSORS} AS "Sponsors", ${EXHIBITORS} AS "Exhibitors", ${ITEMS} AS "Items"`,
})

/** Whether an invoice is that of an order of an event. */
export const isInvoicedEventOrderSql = (tenantId: Sql, invoiceId: Sql): Sql =>
  Prisma.sql`EXISTS (SELECT FROM event_order v WHERE v.tenant_id = ${tenantId} AND v.invoice_id = ${invoiceId})`
