import { badInput } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { recordChange } from '#kernel/records/record-change'
import { versionOf } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { prepareJob } from '../fan-out/fan-out.subscriber.ts'
import { assertMaySend } from '../records/record-access.queries.ts'
import { lockWebhook } from '../setup/webhook-writes.ts'
import type { Webhook } from '../webhooks.model.ts'
import { getAttempt } from './attempts.queries.ts'

const ANY_VERSION = versionOf(null)

/** Sends the delivery of an attempt again; one that is under way at this moment is left to that. */
export const replayAttempt = (scope: Scope, webhookId: number, attemptId: number): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const webhook = await lockWebhook(scope, tx, webhookId, ANY_VERSION)
    const { deliveryId } = await getAttempt(scope, webhookId, attemptId, tx)
    const which = Prisma.sql`id = ${deliveryId} AND status IN ('waiting', 'delivered', 'failed', 'dropped')`
    return requeue(scope, tx, webhook, which, { DeliveryId: deliveryId })
  })

/** Sends what failed for good or was dropped in a span of time again, or all that has ended. */
export const replaySpan = (
  scope: Scope,
  webhookId: number,
  { from, to, onlyFailed }: { from: Date; to: Date; onlyFailed: boolean },
): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const webhook = await lockWebhook(scope, tx, webhookId, ANY_VERSION)
    if (from >= to) throw badInput('/To', 'must be behind From')
    const ended = onlyFailed ? ['failed', 'dropped'] : ['failed', 'dropped', 'delivered']
    const which = Prisma.sql`occurred_at >= ${from}::timestamptz AND occurred_at < ${to}::timestamptz
      AND status = ANY (${ended}) AND NOT is_test`
    return requeue(scope, tx, webhook, which, {
      From: from.toISOString(),
      To: to.toISOString(),
      OnlyFailed: onlyFailed,
    })
  })

interface Requeued {
  queued: number
  /** Events whose records are still to be read. */
  unprepared: bigint[]
}

const requeue = async (
  scope: Scope,
  tx: Transaction,
  { id, auditId, isPaused }: Webhook,
  which: Sql,
  replayed: Prisma.InputJsonObject,
): Promise<number> => {
  const { tenantId } = scope.db
  await assertMaySend(scope, tx, id, which)
  const [done] = await tx.$queryRaw<Requeued[]>(Prisma.sql`WITH requeued AS (UPDATE webhook_delivery
    SET status = CASE WHEN body IS NULL THEN 'preparing' WHEN ${isPaused}::boolean AND NOT is_test THEN 'held' ELSE 'waiting' END,
      due_at = ${scope.clock.now()}::timestamptz, failures = 0, settled_at = NULL
    WHERE tenant_id = ${tenantId} AND webhook_id = ${id} AND ${which}
    RETURNING event_id, body IS NULL AS has_no_body)
    SELECT count(*)::int AS queued, coalesce(array_agg(DISTINCT event_id) FILTER (WHERE has_no_body), '{}') AS unprepared
    FROM requeued`)
  const { queued, unprepared } = done ?? { queued: 0, unprepared: [] }
  await enqueueJobs(
    tx,
    unprepared.map((eventId) => prepareJob(tenantId, eventId)),
  )
  const changes = { Replayed: replayed, Queued: queued }
  await recordChange(scope, tx, { entity: 'webhook', entityId: id, auditId, action: 'updated', changes })
  return queued
}
