import { printedNumberSql } from '#areas/finance/books/documents/documents.listing'
import type { Day } from '#kernel/time/calendar'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

// Sponsors are the rows `k` of their lists, with their event `e`, tier `t`, order `o`, invoice `i`, organization `c`, contact
// person `p` and payer `b`.

/** The tables that a sponsor `k` references: each has one row at most. */
export const sponsorJoins = Prisma.sql`LEFT JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
  LEFT JOIN event_tier t ON t.tenant_id = k.tenant_id AND t.id = k.tier_id
  LEFT JOIN event_order o ON o.tenant_id = k.tenant_id AND o.id = k.order_id
  LEFT JOIN invoice i ON i.tenant_id = o.tenant_id AND i.id = o.invoice_id
  LEFT JOIN contact c ON c.tenant_id = k.tenant_id AND c.id = k.contact_id
  LEFT JOIN contact p ON p.tenant_id = k.tenant_id AND p.id = k.person_id
  LEFT JOIN contact b ON b.tenant_id = o.tenant_id AND b.id = o.contact_id`

/** Whether the sponsor `k` is not one of a cart. */
export const IS_LISTED = Prisma.sql`k.status_id <> 0`

/**
 * Whether the fee of the sponsor `k` is paid or being collected: the open amount of the invoice `i` of its order `o` does not
 * contain all of it.
 */
export const IS_PAID = Prisma.sql`(i.id IS NOT NULL AND i.voided_at IS NULL AND EXISTS (
    SELECT FROM event_order_line l WHERE l.tenant_id = k.tenant_id AND l.event_id = k.event_id AND l.order_id = k.order_id
      AND l.sponsor_id = k.id HAVING coalesce(sum(l.amount - l.discount + l.tax - l.credited), 0) > 0
      AND (sum(l.amount - l.discount + l.tax - l.credited) > i.balance OR o.payment_token IS NOT NULL OR EXISTS (
        SELECT FROM processor_charge h WHERE h.tenant_id = o.tenant_id AND h.id = o.charge_id
          AND h.status IN ('requested', 'authorized', 'pending')))))`

/** Selects the invoice of a sponsor whose fee is paid or being collected: `id`, `number`. */
export const paidInvoiceSql = (tenantId: number, sponsorId: number): Sql => Prisma.sql`SELECT i.id, i.number
  FROM event_sponsor k ${sponsorJoins} WHERE k.tenant_id = ${tenantId}::int AND k.id = ${sponsorId}::int AND ${IS_PAID}`

/** Tests whether the contact of a row is one that lists show: then the sponsor is matched with it. */
const isMatched = (row: string): Sql => Prisma.raw(`(${row}.deleted_at IS NULL AND ${row}.is_unmatched IS FALSE)`)

export const HAS_ORGANIZATION = isMatched('c')
export const HAS_PERSON = isMatched('p')

/** What was entered for the organization, or the person, is not shown if its contact is deleted. */
export const ofOrganization = (value: Sql): Sql => Prisma.sql`CASE WHEN c.deleted_at IS NULL THEN ${value} END`
export const ofPerson = (value: Sql): Sql => Prisma.sql`CASE WHEN p.deleted_at IS NULL THEN ${value} END`

export const PERSON_NAME = Prisma.sql`CASE WHEN ${HAS_PERSON} THEN p.display_name
  ELSE ${ofPerson(Prisma.sql`nullif(concat_ws(' ', k.first_name, k.last_name), '')`)} END`
export const SPONSOR_NAME = Prisma.sql`coalesce(CASE WHEN ${HAS_ORGANIZATION} THEN c.display_name END,
  ${ofOrganization(Prisma.sql`k.name`)}, ${PERSON_NAME})`
export const PRIMARY_CONTACT_NAME = Prisma.sql`CASE WHEN ${HAS_ORGANIZATION} THEN c.primary_contact_name END`
export const ORGANIZATION_ID = Prisma.sql`CASE WHEN ${HAS_ORGANIZATION} THEN c.id END`
export const PERSON_ID = Prisma.sql`CASE WHEN ${HAS_PERSON} THEN p.id END`
export const CONTACT_ID = Prisma.sql`coalesce(${ORGANIZATION_ID}, ${PERSON_ID}, 0)`
export const BILLING_ID = Prisma.sql`CASE WHEN ${isMatched('b')} THEN b.id::text END`

export const LINE_ID = Prisma.sql`coalesce((SELECT min(l.id) FROM event_order_line l
  WHERE l.tenant_id = k.tenant_id AND l.event_id = k.event_id AND l.sponsor_id = k.id), 0)`

/** The registration of the contact person: the first of those that the sponsorship includes. */
export const REGISTRATION_ID = Prisma.sql`coalesce((SELECT g.id FROM event_registration g
  WHERE g.tenant_id = k.tenant_id AND g.event_id = k.event_id AND g.sponsor_id = k.id ORDER BY g.position, g.id LIMIT 1), 0)`

export const INVOICE_ID = Prisma.sql`coalesce(o.invoice_id, 0)`
export const INVOICE_NUMBER = Prisma.sql`CASE WHEN i.id IS NOT NULL
  THEN ${printedNumberSql('invoice', Prisma.sql`i.number`)} END`
export const BALANCE = Prisma.sql`coalesce(i.balance, 0)`
export const WAITS_FOR_DEBIT = Prisma.sql`(o.payment_token IS NOT NULL)`

/** What was entered for the sponsor `k` and differs from its matched contacts: rows `d`. */
const DIFFERENCES = Prisma.sql`(VALUES
    (c.id, 'OrganizationName', c.organization_name, k.name, ${HAS_ORGANIZATION}),
    (p.id, 'Prefix', p.prefix, k.prefix, ${HAS_PERSON}), (p.id, 'FirstName', p.first_name, k.first_name, ${HAS_PERSON}),
    (p.id, 'MiddleName', p.middle_name, k.middle_name, ${HAS_PERSON}),
    (p.id, 'LastName', p.last_name, k.last_name, ${HAS_PERSON}), (p.id, 'Suffix', p.suffix, k.suffix, ${HAS_PERSON}),
    (p.id, 'EmailAddress', p.email_address, k.email_address, ${HAS_PERSON})
  ) AS d(contact_id, field, current, entered, is_matched)
  WHERE d.is_matched AND d.entered IS NOT NULL AND d.entered IS DISTINCT FROM d.current
    AND (d.field <> 'EmailAddress' OR NOT EXISTS (SELECT FROM contact_email a WHERE a.tenant_id = k.tenant_id
      AND a.contact_id = d.contact_id AND a.address_key = lower(d.entered)))`

const DIFFERS = Prisma.sql`EXISTS (SELECT FROM ${DIFFERENCES})`

/** A difference between what was entered and a matched contact. */
export interface DifferenceRow {
  contactId: number
  field: 'Prefix' | 'FirstName' | 'MiddleName' | 'LastName' | 'Suffix' | 'OrganizationName' | 'EmailAddress'
  current: string | null
  entered: string
}

/** Selects the differences of a sponsor: DifferenceRow. */
export const differencesSql = (tenantId: number, id: number): Sql => Prisma.sql`
  SELECT x."contactId", x.field, x.current, x.entered FROM event_sponsor k ${sponsorJoins}
    CROSS JOIN LATERAL (SELECT d.contact_id AS "contactId", d.field, d.current, d.entered FROM ${DIFFERENCES}) x
  WHERE k.tenant_id = ${tenantId}::integer AND k.id = ${id}::integer`

const NEEDS_ORGANIZATION = Prisma.sql`(k.name IS NOT NULL OR k.contact_id IS NOT NULL)`
const NEEDS_PERSON = Prisma.sql`(k.first_name IS NOT NULL OR k.last_name IS NOT NULL OR k.person_id IS NOT NULL)`

export const MATCHING_STATUS = Prisma.sql`CASE WHEN NOT ${HAS_ORGANIZATION} AND NOT ${HAS_PERSON} THEN 'Unmatched'
  WHEN ${NEEDS_ORGANIZATION} AND NOT ${HAS_ORGANIZATION} THEN 'BusinessUnmatched'
  WHEN ${NEEDS_PERSON} AND NOT ${HAS_PERSON} THEN 'IndividualUnmatched' WHEN ${DIFFERS} THEN 'NamesDiffer' ELSE 'Matched' END`

/** Tests whether a role of the contact person at the organization can be created: both are matched, and it has none today. */
const canCreateRole = (today: Day): Sql => Prisma.sql`(${HAS_ORGANIZATION} AND ${HAS_PERSON} AND NOT EXISTS (
  SELECT FROM contact_role r WHERE r.tenant_id = k.tenant_id AND r.contact_id = k.person_id
    AND r.organization_id = k.contact_id AND (r.end_date IS NULL OR r.end_date >= ${today}::date)))`

const IS_OVER = Prisma.sql`k.status_id IN (3, 5)`

export const confirmationTextSql = (today: Day): Sql => Prisma.sql`CASE WHEN NOT ${IS_OVER} AND ${canCreateRole(today)}
  THEN 'Make ' || p.display_name || ' a contact of ' || c.display_name || '?' END`

/**
 * Returns what is left to settle of a sponsor that is not declined or cancelled.
 *
 * @param canSaveContacts whether the caller can create the role.
 */
export const postActionsSql = (
  today: Day,
  canSaveContacts: boolean,
): Sql => Prisma.sql`CASE WHEN ${IS_OVER} THEN '[]'::json
  ELSE to_json(array_remove(ARRAY[
    CASE WHEN ${NEEDS_ORGANIZATION} AND NOT ${HAS_ORGANIZATION} AND NOT k.leaves_out_organization THEN 'matchBusiness' END,
    CASE WHEN ${NEEDS_PERSON} AND NOT ${HAS_PERSON} AND NOT k.leaves_out_person THEN 'matchIndividual' END,
    CASE WHEN ${MATCHING_STATUS} = 'NamesDiffer' THEN 'nameFix' END,
    CASE WHEN ${canSaveContacts}::boolean AND ${canCreateRole(today)} THEN 'createContactRole' END], NULL)) END`

/** Tests whether a sponsor that uses no position of its tier can get one. Carts count until their time has run out. */
export const hasPositionSql = (now: Date): Sql => Prisma.sql`(k.status_id IN (1, 2) OR t.max_quantity IS NULL
  OR t.max_quantity > (SELECT count(*) FROM event_sponsor x LEFT JOIN event_order y
      ON y.tenant_id = x.tenant_id AND y.id = x.order_id
    WHERE x.tenant_id = k.tenant_id AND x.event_id = k.event_id AND x.tier_id = k.tier_id
      AND (x.status_id IN (1, 2) OR x.status_id = 0 AND y.state = 'cart' AND y.held_until > ${now}::timestamptz)))`
