import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A registration that waits for its seats. */
export interface WaitingPerson {
  id: number
  orderId: number
  typeId: number
  seats: number
  /** Ids of the registrations that wait with it: the guests of its table. */
  guestIds: number[]
}

/**
 * Lists the registrations that wait for seats, in the order of registration: WaitingPerson. Types that are no longer offered get
 * no seats. The guests of a table wait with the registration that buys it.
 */
export const waitingPeopleSql = (tenantId: number, eventId: number): Sql => Prisma.sql`
  SELECT r.id, r.order_id AS "orderId", r.type_id AS "typeId", r.seats::int AS seats,
    ARRAY (SELECT g.id FROM event_registration g WHERE g.tenant_id = r.tenant_id AND g.event_id = r.event_id
      AND g.order_id = r.order_id AND g.type_id = r.type_id AND g.group_number = r.group_number AND g.seats = 0
      AND g.status_id = 11 ORDER BY g.position) AS "guestIds"
  FROM event_registration r
  JOIN event_registration_type t ON t.tenant_id = r.tenant_id AND t.id = r.type_id AND t.is_active
  WHERE r.tenant_id = ${tenantId}::int AND r.event_id = ${eventId}::int AND r.status_id = 11 AND r.held_until IS NULL
    AND r.seats > 0
  ORDER BY r.registered_at, r.id`
