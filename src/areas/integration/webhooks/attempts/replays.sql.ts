import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { Webhook } from '../webhooks.model.ts'

/** Returns one delivery, unless it is under way now. */
export const oneDeliverySql = (deliveryId: number): Sql =>
  Prisma.sql`id = ${deliveryId} AND status IN ('waiting', 'delivered', 'failed', 'dropped')`

/** Returns the settled deliveries of events that occurred in a period. */
export const deliveriesOfPeriodSql = ({ from, to, onlyFailed }: { from: Date; to: Date; onlyFailed: boolean }): Sql => {
  const settled = onlyFailed ? ['failed', 'dropped'] : ['failed', 'dropped', 'delivered']
  return Prisma.sql`occurred_at >= ${from}::timestamptz AND occurred_at < ${to}::timestamptz
    AND status = ANY (${settled}) AND NOT is_test`
}

export interface Requeued {
  queued: number
  /** Events whose records must be read first. */
  unprepared: number[]
}

/** Queues deliveries of a webhook again. */
export const requeueSql = ({ tenantId, id, isPaused }: Webhook, which: Sql, now: Date): Sql => Prisma.sql`
  WITH requeued AS (UPDATE webhook_delivery
    SET status = CASE WHEN body IS NULL THEN 'preparing'
        WHEN ${isPaused}::boolean AND NOT is_test THEN 'held' ELSE 'waiting' END,
      due_at = ${now}::timestamptz, failures = 0, settled_at = NULL
    WHERE tenant_id = ${tenantId} AND webhook_id = ${id} AND ${which}
    RETURNING event_id, body IS NULL AS has_no_body)
  SELECT count(*)::int AS queued, coalesce(array_agg(DISTINCT event_id) FILTER (WHERE has_no_body), '{}') AS unprepared
  FROM requeued`
