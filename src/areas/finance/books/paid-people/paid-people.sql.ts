import { HAS_PAID, IS_UNMATCHED } from '#areas/people/contacts/unmatched/unmatched.listing'
import type { RelayedEvent } from '#kernel/outbox/subscriber'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Selects the people that a payment has paid for, as rows `id`: payers, participants and buyers of the invoices that it
 * settled.
 */
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

/** Selects a person if it has paid and is not matched. */
export const paidPersonSql = (tenantId: number, id: number): Sql => Prisma.sql`
  SELECT c.id FROM contact c
  WHERE c.tenant_id = ${tenantId}::integer AND c.id = ${id}::integer AND ${IS_UNMATCHED} AND ${HAS_PAID}`

/** Selects those of the events whose tenants take in people that have paid. */
export const eventsOfTakingSql = (events: readonly RelayedEvent[]): Sql => {
  const column = <K extends keyof RelayedEvent>(name: K) => events.map((event) => event[name])
  return Prisma.sql`SELECT r.tenant_id AS "tenantId", r.id, r.kind
    FROM unnest(${column('tenantId')}::int[], ${column('id')}::bigint[], ${column('kind')}::text[]) AS r (tenant_id, id, kind)
    JOIN tenant t ON t.id = r.tenant_id WHERE t.takes_in_paid_people`
}
