import { type EventInvitation, Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/**
 * Finds a registration of another order for a type for invited people, by an invitation: at most one row. Carts whose time has
 * run out do not count.
 */
export const invitedElsewhereSql = (
  { tenantId, eventId, id }: Pick<EventInvitation, 'tenantId' | 'eventId' | 'id'>,
  orderId: number,
  now: Date,
): Sql => Prisma.sql`
  SELECT r.id FROM event_order o
  JOIN event_registration r ON r.tenant_id = o.tenant_id AND r.event_id = o.event_id AND r.order_id = o.id
  JOIN event_registration_type t ON t.tenant_id = r.tenant_id AND t.id = r.type_id AND t.is_for_invited
  WHERE o.tenant_id = ${tenantId}::int AND o.event_id = ${eventId}::int AND o.invitation_id = ${id}::int
    AND o.id <> ${orderId}::int AND r.sponsor_id IS NULL AND r.exhibitor_id IS NULL AND r.seats > 0
    AND (r.status_id IN (1, 2, 3, 4, 5, 6, 7) OR (r.status_id IN (11, 14) AND coalesce(r.held_until > ${now}::timestamptz, true)))
  LIMIT 1`
