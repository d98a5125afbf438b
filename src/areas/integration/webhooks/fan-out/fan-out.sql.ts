import type { RelayedEvent } from '#kernel/outbox/subscriber'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'

/** A webhook that receives an event. */
export interface Target {
  id: number
  payloadStyle: string
  isPaused: boolean
}

/**
 * Finds and locks the webhooks whose filters match a kind of event. The lock waits for a transaction
 * that pauses a webhook: it either sees the new delivery or is committed before the delivery is created.
 */
export const targetsSql = (tenantId: number, kind: string): Sql => {
  const patterns = [kind, `${kind.slice(0, kind.indexOf('.'))}.*`, '*']
  return Prisma.sql`SELECT id, payload_style AS "payloadStyle", is_paused AS "isPaused" FROM webhook
    WHERE tenant_id = ${tenantId} AND deleted_at IS NULL AND filters && ${patterns} ORDER BY id FOR SHARE`
}

/** Selects the events that any webhook of their tenant receives. */
export const receivedEventsSql = (events: readonly RelayedEvent[]): Sql => {
  const column = <K extends keyof RelayedEvent>(name: K) => events.map((event) => event[name])
  return Prisma.sql`SELECT e.tenant_id AS "tenantId", e.id, e.kind
    FROM unnest(${column('tenantId')}::int[], ${column('id')}::bigint[], ${column('kind')}::text[]) AS e (tenant_id, id, kind)
    WHERE EXISTS (SELECT FROM webhook w WHERE w.tenant_id = e.tenant_id AND w.deleted_at IS NULL
      AND w.filters && ARRAY[e.kind, split_part(e.kind, '.', 1) || '.*', '*'])`
}

/** Counts the deliveries of an event whose record has not been read yet. */
export const unpreparedCountSql = (tenantId: number, eventId: number): Sql => Prisma.sql`
  SELECT count(*)::int AS count FROM webhook_delivery
  WHERE tenant_id = ${tenantId} AND event_id = ${eventId} AND status = 'preparing'`

/** Sets the body of an event's deliveries, and makes them due, or paused with their webhook. */
export const prepareDeliveriesSql = (tenantId: number, eventId: number, body: string): Sql => Prisma.sql`
  WITH target AS MATERIALIZED (
    SELECT w.id, w.is_paused FROM webhook w WHERE w.tenant_id = ${tenantId} FOR SHARE
  ) UPDATE webhook_delivery d SET body = ${body}, status = CASE WHEN t.is_paused THEN 'held' ELSE 'waiting' END
  FROM target t
  WHERE d.tenant_id = ${tenantId} AND d.event_id = ${eventId} AND d.webhook_id = t.id AND d.status = 'preparing'`
