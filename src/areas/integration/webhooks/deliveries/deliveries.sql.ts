import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import type { ClaimedDelivery } from './claims.sql.ts'
import type { Outcome } from './receiver.adapter.ts'

/** Deliveries that would go to a changed Url. */
export const undeliveredSql: Sql = Prisma.sql`status IN ('preparing', 'waiting', 'sending', 'held')`

/** Releases the paused deliveries of a webhook. Those that were due before `oldest` are dropped. */
export const releasePausedSql = (
  tenantId: number,
  webhookId: number,
  { now, oldest }: { now: Date; oldest: Date },
): Sql => Prisma.sql`UPDATE webhook_delivery SET due_at = ${now}::timestamptz,
      status = CASE WHEN due_at < ${oldest}::timestamptz THEN 'dropped' ELSE 'waiting' END,
      settled_at = CASE WHEN due_at < ${oldest}::timestamptz THEN ${now}::timestamptz END
    WHERE tenant_id = ${tenantId} AND webhook_id = ${webhookId} AND status = 'held'`

export interface EndedAttempt {
  claimed: ClaimedDelivery
  outcome: Outcome
  at: Date
  durationMs: number
}

/** A receiver that takes longer is in the lane of the unwell, like one that fails. */
const SLOW_MS = 2000

/**
 * Logs an attempt, settles its delivery and updates the health of the receiver. Settles nothing if another worker has
 * claimed the delivery since. Returns since when the webhook fails.
 *
 * @param wait milliseconds until the next attempt; null if there is none.
 */
export const settleSql = (
  { claimed, outcome, at, durationMs }: EndedAttempt,
  { now, wait }: { now: Date; wait: number | null },
): Sql => {
  const { tenantId, id, webhookId, kind, isTest } = claimed
  const failures = claimed.failures + (outcome.isSuccess ? 0 : 1)
  const status = outcome.isSuccess ? 'delivered' : wait === null ? 'failed' : 'waiting'
  const isUnwell = !outcome.isSuccess || durationMs > SLOW_MS
  // Waits for a transaction that pauses or resumes the webhook: a paused delivery of a webhook that is not paused would never be sent.
  const lock = status === 'waiting' ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.empty
  return Prisma.sql`WITH target AS MATERIALIZED (
      SELECT is_paused FROM webhook WHERE tenant_id = ${tenantId} AND id = ${webhookId} ${lock}
    ), settled AS (
      UPDATE webhook_delivery SET failures = ${failures}, status = CASE WHEN ${status} = 'waiting' AND (
          SELECT is_paused FROM target)
        THEN 'held' ELSE ${status} END,
        due_at = ${new Date(now.getTime() + (wait ?? 0))}::timestamptz,
        settled_at = CASE WHEN ${status} <> 'waiting' THEN ${now}::timestamptz END
      WHERE tenant_id = ${tenantId} AND id = ${id} AND status = 'sending' AND claims = ${claimed.claims}
    ), logged AS (
      INSERT INTO webhook_attempt (tenant_id, webhook_id, delivery_id, kind, at, duration_ms, is_success, status_code, error,
        answer)
      VALUES (${tenantId}, ${webhookId}, ${id}, ${kind}, ${at}::timestamptz, ${durationMs}::int, ${outcome.isSuccess}::boolean,
        ${outcome.statusCode}::int, ${outcome.error}::text, ${outcome.answer}::text)
    ), changed AS (
      UPDATE webhook SET is_unwell = ${isUnwell}::boolean,
        failing_since = CASE WHEN ${outcome.isSuccess}::boolean THEN NULL ELSE coalesce(failing_since, ${at}::timestamptz) END,
        last_success_at = CASE WHEN ${outcome.isSuccess}::boolean THEN ${now}::timestamptz ELSE last_success_at END
      WHERE tenant_id = ${tenantId} AND id = ${webhookId} AND NOT ${isTest}::boolean AND EXISTS (SELECT FROM target)
        AND (is_unwell <> ${isUnwell}::boolean OR (failing_since IS NULL) <> ${outcome.isSuccess}::boolean
          OR (${outcome.isSuccess}::boolean AND coalesce(last_success_at < ${now}::timestamptz - interval '1 minute', true)))
    ) SELECT failing_since AS "failingSince" FROM webhook WHERE tenant_id = ${tenantId} AND id = ${webhookId}`
}

/** Fails the deliveries of an event whose record cannot be read. */
export const failUnpreparedOfEventSql = (tenantId: number, eventId: number, error: string, now: Date): Sql =>
  failUnpreparedSql(Prisma.sql`d.tenant_id = ${tenantId} AND d.event_id = ${eventId}`, error, now)

/** Fails deliveries that were due before a time and whose record was never read. */
export const failStaleUnpreparedSql = (before: Date, limit: number, error: string, now: Date): Sql =>
  failUnpreparedSql(
    Prisma.sql`d.ctid = ANY(ARRAY(SELECT ctid FROM webhook_delivery
      WHERE status = 'preparing' AND due_at < ${before}::timestamptz ORDER BY tenant_id, webhook_id, id LIMIT ${limit}::int))`,
    error,
    now,
  )

/** Logs an attempt with the error. The receiver is not at fault, so the health of the webhook does not change. */
const failUnpreparedSql = (which: Sql, error: string, now: Date): Sql => Prisma.sql`
  WITH failed AS (
    UPDATE webhook_delivery d SET status = 'failed', failures = failures + 1, settled_at = ${now}::timestamptz
    WHERE d.status = 'preparing' AND ${which} RETURNING tenant_id, webhook_id, id, kind
  ), logged AS (
    INSERT INTO webhook_attempt (tenant_id, webhook_id, delivery_id, kind, at, duration_ms, is_success, error)
    SELECT tenant_id, webhook_id, id, kind, ${now}::timestamptz, 0, false, ${error}::text FROM failed ORDER BY id
  ) SELECT count(*)::int AS count FROM failed`

/** Drops paused deliveries that were due before a time. */
export const dropStalePausedSql = (before: Date, limit: number, now: Date): Sql => Prisma.sql`
  WITH dropped AS (
    UPDATE webhook_delivery SET status = 'dropped', settled_at = ${now}::timestamptz WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM webhook_delivery WHERE status = 'held' AND due_at < ${before}::timestamptz
      ORDER BY tenant_id, webhook_id, id LIMIT ${limit}::int))
    RETURNING 1
  ) SELECT count(*)::int AS count FROM dropped`

/** Deletes deliveries that were created and settled before a time, with their attempts. */
export const deleteOldDeliveriesSql = (before: Date, limit: number): Sql => Prisma.sql`
  WITH deleted AS (
    DELETE FROM webhook_delivery WHERE ctid = ANY(ARRAY(SELECT ctid FROM webhook_delivery
      WHERE created_at < ${before}::timestamptz AND settled_at < ${before}::timestamptz ORDER BY created_at LIMIT ${limit}::int))
    RETURNING 1
  ) SELECT count(*)::int AS count FROM deleted`

/** Deletes webhooks that were deleted by a user before a time and have no delivery left. Looks for one of each webhook only. */
export const deleteOldWebhooksSql = (before: Date, limit: number): Sql => Prisma.sql`
  WITH gone AS (
    DELETE FROM webhook WHERE ctid = ANY(ARRAY(SELECT w.ctid FROM webhook w
      WHERE w.deleted_at < ${before}::timestamptz AND (SELECT true FROM webhook_delivery d
        WHERE d.tenant_id = w.tenant_id AND d.webhook_id = w.id LIMIT 1) IS NULL
      ORDER BY w.deleted_at LIMIT ${limit}::int))
    RETURNING 1
  ) SELECT count(*)::int AS count FROM gone`

/** A lane of receivers: those that responded to the last attempt, and those that failed or were slow. */
export interface LaneLoad {
  isUnwell: boolean
  waiting: number
  /** Seconds. */
  oldestDue: number
}

/** Returns one row for each lane, also for an empty one. Reads a partial index of undelivered deliveries. */
export const laneLoadsSql: Sql = Prisma.sql`
  SELECT lane.is_unwell AS "isUnwell", count(d.id)::int AS waiting,
    coalesce(greatest(0, extract(epoch FROM now() - min(d.due_at))), 0)::float8 AS "oldestDue"
  FROM (VALUES (false), (true)) AS lane (is_unwell)
  LEFT JOIN (webhook_delivery d JOIN webhook w
      ON w.tenant_id = d.tenant_id AND w.id = d.webhook_id AND d.status IN ('waiting', 'sending')
        AND (d.is_test OR NOT w.is_paused))
    ON w.is_unwell = lane.is_unwell
  GROUP BY lane.is_unwell`
