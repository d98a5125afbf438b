import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { pauseFailing } from '../pauses.service.ts'
import type { Claimed } from './claims.sql.ts'
import type { Outcome } from './receiver.adapter.ts'
import { GIVE_UP_MS, pauseBefore } from './schedule.model.ts'

/** An attempt that has ended. */
export interface Attempt {
  claimed: Claimed
  outcome: Outcome
  at: Date
  durationMs: number
}

/** A receiver that takes longer waits in the slow lane, as one that fails. */
const SLOW_MS = 2000
const GONE = 410

/**
 * Logs an attempt and settles its delivery, and with it what is known of the receiver's health, in one statement. A
 * worker that was taken for dead meanwhile logs its attempt and settles nothing.
 */
export const settleDelivery = async (context: WorkContext, attempt: Attempt): Promise<void> => {
  const { claimed, outcome } = attempt
  const now = context.clock.now()
  const db = openTenantDb(context.database, claimed.tenantId)
  const [health] = await db.rows<{ failingSince: Date | null }>(settleSql(attempt, now))
  if (outcome.isSuccess || claimed.isTest || !health) return
  const reason = outcome.statusCode === GONE ? 'gone' : hasFailedLong(health.failingSince, now) ? 'failing' : null
  if (reason) await pauseFailing(await systemScope(context, claimed.tenantId), claimed.webhookId, reason)
}

const hasFailedLong = (since: Date | null, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() >= GIVE_UP_MS

const settleSql = ({ claimed, outcome, at, durationMs }: Attempt, now: Date) => {
  const { tenantId, id, webhookId, isTest } = claimed
  const failures = claimed.failures + (outcome.isSuccess ? 0 : 1)
  const pause = outcome.isSuccess || isTest ? null : pauseBefore(failures, outcome.retryAfter, Math.random())
  const status = outcome.isSuccess ? 'delivered' : pause === null ? 'failed' : 'waiting'
  const isUnwell = !outcome.isSuccess || durationMs > SLOW_MS
  // Whoever pauses the webhook or lets it go on at this moment is waited for: held without a pause it would wait for ever.
  const hold = status === 'waiting' ? Prisma.sql`FOR NO KEY UPDATE` : Prisma.empty
  return Prisma.sql`WITH target AS MATERIALIZED (
      SELECT is_paused FROM webhook WHERE tenant_id = ${tenantId} AND id = ${webhookId} ${hold}
    ), settled AS (
      UPDATE webhook_delivery SET failures = ${failures}, status = CASE WHEN ${status} = 'waiting' AND (
          SELECT is_paused FROM target)
        THEN 'held' ELSE ${status} END,
        due_at = ${new Date(now.getTime() + (pause ?? 0))}::timestamptz,
        settled_at = CASE WHEN ${status} <> 'waiting' THEN ${now}::timestamptz END
      WHERE tenant_id = ${tenantId} AND id = ${id} AND status = 'sending' AND claims = ${claimed.claims}
    ), logged AS (
      INSERT INTO webhook_attempt (tenant_id, webhook_id, delivery_id, at, duration_ms, is_success, status_code, error, answer)
      VALUES (${tenantId}, ${webhookId}, ${id}, ${at}::timestamptz, ${durationMs}::int, ${outcome.isSuccess}::boolean,
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
