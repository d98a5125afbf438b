import type { DeletionBar } from '#areas/people/contacts/contact-facts.listing'
import type { Param } from '#kernel/database/shape'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** Whether the registration `g` is for an event `e` that is not over, and takes a seat or waits for one. */
export const isComingSql = (
  now: Param<Date>,
): Sql => Prisma.sql`g.status_id IN (1, 2, 3, 4, 5, 6, 7, 11) AND e.status <> 'Cancelled'
  AND CASE WHEN e.ends_at IS NULL THEN e.starts_at ELSE e.ends_at END > ${now}::timestamptz`

/** Whether a contact, an expression, takes part in an event that is not over. */
export const takesPartSql: DeletionBar = ({ tenantId, now }, contactId) => Prisma.sql`EXISTS (
  SELECT FROM event_registration g JOIN event e ON e.tenant_id = g.tenant_id AND e.id = g.event_id
  WHERE g.tenant_id = ${tenantId}::integer AND g.contact_id = ${contactId} AND ${isComingSql(now)})`
