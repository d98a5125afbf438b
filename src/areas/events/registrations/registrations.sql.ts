import { printedNumberSql } from '#areas/finance/books/documents/documents.listing'
import { shownContactIdSql } from '#areas/people/contacts/contacts.listing'
import { instantJson, listJson } from '#kernel/database/json-sql'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { statusNameSql } from './registration-statuses.listing.ts'

// Registrations are the rows `g` of their lists, with their event `e`, order `o`, invoice `i`, type `t`, discount `d`, payer `c`
// and the contact of the participant `p`.

/** The tables that a registration `g` references: each has one row at most, so that a list that needs none reads none. */
export const registrationJoins = Prisma.sql`LEFT JOIN event e ON e.tenant_id = g.tenant_id AND e.id = g.event_id
  LEFT JOIN event_order o ON o.tenant_id = g.tenant_id AND o.id = g.order_id
  LEFT JOIN invoice i ON i.tenant_id = o.tenant_id AND i.id = o.invoice_id
  LEFT JOIN event_registration_type t ON t.tenant_id = g.tenant_id AND t.id = g.type_id
  LEFT JOIN event_discount d ON d.tenant_id = g.tenant_id AND d.id = g.discount_id
  LEFT JOIN contact c ON c.tenant_id = o.tenant_id AND c.id = o.contact_id
  LEFT JOIN contact p ON p.tenant_id = g.tenant_id AND p.id = g.contact_id`

/** Whether the registration `g` is not one of a cart. The indexes and totals of the lists have the same condition. */
export const IS_LISTED = Prisma.sql`g.status_id <> 14 AND (g.status_id <> 11 OR g.held_until IS NULL)`

/** Tests whether the registration with the value `v` is listed, and is for an event if one is given. */
export const hasListedValueSql = (eventId?: number): Sql => Prisma.sql`EXISTS (SELECT FROM event_registration g
  WHERE g.tenant_id = v.tenant_id AND g.id = v.object_id AND ${IS_LISTED}
    ${eventId === undefined ? Prisma.empty : Prisma.sql`AND g.event_id = ${eventId}::integer`})`

/** Returns the confirmation number of the order of a row with these columns. */
export const confirmationNumberSql = (eventId: Sql, orderId: Sql): Sql =>
  Prisma.sql`('E' || ${eventId} || '-' || ${orderId})`

/** The check-in code of the registration `g`: the same as formatCheckInCode. */
export const CHECK_IN_CODE = Prisma.sql`upper(substr(g.check_in_key::text, 1, 4) || '-' || substr(g.check_in_key::text, 5, 4)
  || '-' || substr(g.check_in_key::text, 10, 4))`

export const CONTACT_ID = shownContactIdSql(Prisma.sql`g.tenant_id`, Prisma.sql`g.contact_id`)
export const PAYER_ID = shownContactIdSql(Prisma.sql`o.tenant_id`, Prisma.sql`o.contact_id`)
export const PAYER_NAME = Prisma.sql`CASE WHEN c.deleted_at IS NULL THEN c.display_name END`
export const INVOICE_NUMBER = Prisma.sql`CASE WHEN i.id IS NOT NULL THEN ${printedNumberSql('invoice', Prisma.sql`i.number`)} END`
export const BALANCE = Prisma.sql`coalesce(i.balance, 0)`

/** The status of the registration `g` in words. */
export const STATUS = statusNameSql(Prisma.sql`g.status_id`)

/** What the registration `g` costs, after discounts and credits, with tax. */
export const AMOUNT = Prisma.sql`coalesce((SELECT sum(l.amount - l.discount + l.tax - l.credited) FROM event_order_line l
  WHERE l.tenant_id = g.tenant_id AND l.event_id = g.event_id AND l.registration_id = g.id), 0)`

/** The registration that took over the registration `g`; null for none, also while a change is in a cart. */
export const TRANSFERRED_TO = Prisma.sql`(SELECT n.id FROM event_registration n
  WHERE n.tenant_id = g.tenant_id AND n.event_id = g.event_id AND n.transferred_from_id = g.id AND n.status_id <> 14)`

/** The sessions of the registration `g`. */
export const SESSIONS = listJson(Prisma.sql`SELECT b.id AS "SessionId", b.name AS "Name",
    ${instantJson(Prisma.sql`b.starts_at`)} AS "StartDate", ${instantJson(Prisma.sql`a.checked_in_at`)} AS "CheckedInDate"
  FROM event_registration_session a
  JOIN event_session b ON b.tenant_id = a.tenant_id AND b.event_id = a.event_id AND b.id = a.session_id
  WHERE a.tenant_id = g.tenant_id AND a.event_id = g.event_id AND a.registration_id = g.id ORDER BY b.starts_at, b.id`)
