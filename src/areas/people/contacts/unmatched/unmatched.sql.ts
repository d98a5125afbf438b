import type { RelayedEvent } from '#kernel/outbox/subscriber'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { HAS_PAID, IS_UNMATCHED } from './unmatched.listing.ts'

/** The contacts of a person with exactly its name and one of its email addresses. */
export interface ExactMatches {
  personId: number
  /** Ascending. */
  contactIds: number[]
}

/**
 * Finds the contacts of the same kind that have exactly the name and an email address of a person: ExactMatches. Names are
 * compared by the keys of the duplicate rules. A person without such a contact has no row.
 */
export const exactMatchesSql = (tenantId: number, personIds: readonly number[]): Sql => Prisma.sql`
  SELECT p.id AS "personId", array_agg(DISTINCT c.id ORDER BY c.id) AS "contactIds"
  FROM contact p
    JOIN contact_email a ON a.tenant_id = p.tenant_id AND a.contact_id = p.id
    JOIN contact_email b ON b.tenant_id = a.tenant_id AND b.address_key = a.address_key AND b.contact_id <> p.id
    JOIN contact c ON c.tenant_id = b.tenant_id AND c.id = b.contact_id AND c.system_type_id = p.system_type_id
      AND c.deleted_at IS NULL AND NOT c.is_unmatched
  WHERE p.tenant_id = ${tenantId}::integer AND p.id = ANY (${[...personIds]}::integer[])
    AND CASE WHEN p.system_type_id = 1 THEN c.first_name_key = p.first_name_key AND c.last_name_key = p.last_name_key
      ELSE c.organization_name_key = p.organization_name_key END
  GROUP BY p.id`

/** The people that a payment has paid for, as rows `id`: payers, participants and buyers of the invoices that it settled. */
export const paidPeopleSql = (tenantId: number, paymentId: number): Sql => Prisma.sql`
  SELECT DISTINCT c.id FROM application a
    JOIN invoice i ON i.tenant_id = a.tenant_id AND i.id = a.invoice_id AND i.voided_at IS NULL AND i.balance = 0
    CROSS JOIN LATERAL (
      SELECT o.contact_id FROM event_order o WHERE o.tenant_id = i.tenant_id AND o.invoice_id = i.id
      UNION ALL SELECT g.contact_id FROM event_order o JOIN event_registration g
          ON g.tenant_id = o.tenant_id AND g.event_id = o.event_id AND g.order_id = o.id AND g.status_id <> 14
        WHERE o.tenant_id = i.tenant_id AND o.invoice_id = i.id
      UNION ALL SELECT b.contact_id FROM store_purchase b WHERE b.tenant_id = i.tenant_id AND b.invoice_id = i.id
    ) v
    JOIN contact c ON c.tenant_id = i.tenant_id AND c.id = v.contact_id
  WHERE a.tenant_id = ${tenantId}::integer AND a.payment_id = ${paymentId}::integer AND ${IS_UNMATCHED} ORDER BY c.id`

/** Whether a person has paid and is not matched: one row if so. */
export const paidPersonSql = (tenantId: number, id: number): Sql => Prisma.sql`
  SELECT c.id FROM contact c
  WHERE c.tenant_id = ${tenantId}::integer AND c.id = ${id}::integer AND ${IS_UNMATCHED} AND ${HAS_PAID}`

/** Those of the events whose tenants take in people that have paid. */
export const eventsOfTakingSql = (events: readonly RelayedEvent[]): Sql => {
  const column = <K extends keyof RelayedEvent>(name: K) => events.map((event) => event[name])
  return Prisma.sql`SELECT r.tenant_id AS "tenantId", r.id, r.kind
    FROM unnest(${column('tenantId')}::int[], ${column('id')}::bigint[], ${column('kind')}::text[]) AS r (tenant_id, id, kind)
    JOIN tenant t ON t.id = r.tenant_id WHERE t.takes_in_paid_people`
}
