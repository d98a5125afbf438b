import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** What is taken of one part of an event. */
export interface TakenCount {
  kind: 'type' | 'session' | 'item' | 'tier' | 'exhibitor' | 'discount'
  id: number
  taken: number
  /** Seats that people on the waiting list want; 0 except for types. */
  awaited: number
}

export interface CountedEvent {
  tenantId: number
  eventId: number
  now: Date
  /** The cart whose own seats are not counted; 0 for none. */
  exceptOrderId: number
}

/**
 * Counts what is taken of an event: TakenCount. Every rule about seats uses this count. A registration counts
 * if its status is 1 to 7, or 14 (In cart) until its time has run out.
 * Who is on the waiting list waits once the order is submitted.
 */
export const takenSql = ({ tenantId, eventId, now, exceptOrderId }: CountedEvent): Sql => Prisma.sql`
  WITH r AS (
    SELECT r.id, r.type_id, r.discount_id, r.seats, r.status_id = 11 AS "isWaiting" FROM event_registration r
    WHERE r.tenant_id = ${tenantId}::int AND r.event_id = ${eventId}::int AND r.order_id <> ${exceptOrderId}::bigint
      AND (r.status_id IN (1, 2, 3, 4, 5, 6, 7) OR (r.status_id = 14 AND r.held_until > ${now}::timestamptz)
        OR (r.status_id = 11 AND r.held_until IS NULL))
  ), o AS (
    SELECT o.id FROM event_order o WHERE o.tenant_id = ${tenantId}::int AND o.event_id = ${eventId}::int
      AND o.id <> ${exceptOrderId}::bigint
      AND o.cancelled_at IS NULL AND (o.state = 'submitted' OR (o.state = 'cart' AND o.held_until > ${now}::timestamptz))
  )
  SELECT 'type' AS kind, r.type_id AS id, coalesce(sum(r.seats) FILTER (WHERE NOT r."isWaiting"), 0)::int AS taken,
    coalesce(sum(r.seats) FILTER (WHERE r."isWaiting"), 0)::int AS awaited FROM r GROUP BY r.type_id
  UNION ALL SELECT 'discount', r.discount_id, count(*)::int, 0 FROM r WHERE r.discount_id IS NOT NULL GROUP BY r.discount_id
  UNION ALL SELECT 'session', s.session_id, count(*)::int, 0 FROM r
    JOIN event_registration_session s ON s.tenant_id = ${tenantId}::int AND s.registration_id = r.id
    WHERE NOT r."isWaiting" GROUP BY s.session_id
  UNION ALL SELECT 'item', i.item_id, sum(i.quantity)::int, 0 FROM o
    JOIN event_order_item i ON i.tenant_id = ${tenantId}::int AND i.order_id = o.id GROUP BY i.item_id
  UNION ALL SELECT 'tier', s.tier_id, count(*)::int, 0 FROM event_sponsor s
    WHERE s.tenant_id = ${tenantId}::int AND s.event_id = ${eventId}::int
      AND (s.status_id IN (1, 2) OR (s.status_id = 0 AND s.order_id IN (SELECT o.id FROM o))) GROUP BY s.tier_id
  UNION ALL SELECT 'exhibitor', x.type_id, count(*)::int, 0 FROM o
    JOIN event_exhibitor x ON x.tenant_id = ${tenantId}::int AND x.order_id = o.id AND x.state <> 'cancelled'
    GROUP BY x.type_id`
