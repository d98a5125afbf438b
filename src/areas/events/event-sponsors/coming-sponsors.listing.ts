import type { DeletionBar } from '#areas/people/contacts/contact-facts.listing'
import type { Param } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Whether the sponsor `k` supports an event `e` that is not over. */
export const isComingSql = (now: Param<Date>): Sql => Prisma.sql`k.status_id IN (1, 2, 4) AND e.status <> 'Cancelled'
  AND CASE WHEN e.ends_at IS NULL THEN e.starts_at ELSE e.ends_at END > ${now}::timestamptz`

/** Whether a contact, an expression, is a sponsor of an event that is not over, or the contact person of one. */
export const sponsorsEventSql: DeletionBar = ({ tenantId, now }, contactId) => Prisma.sql`EXISTS (
  SELECT FROM event_sponsor k JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
  WHERE k.tenant_id = ${tenantId}::integer AND k.contact_id = ${contactId} AND ${isComingSql(now)}
  UNION ALL SELECT FROM event_sponsor k JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
  WHERE k.tenant_id = ${tenantId}::integer AND k.person_id = ${contactId} AND ${isComingSql(now)})`
