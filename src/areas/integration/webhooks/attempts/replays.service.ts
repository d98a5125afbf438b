import { badInput } from '#kernel/errors/problem'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import { lockRecord } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import type { Prisma } from '#prisma/client'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { prepareJob } from '../fan-out/preparation.job.ts'
import { requireCanSendRecords } from '../records.queries.ts'
import type { Webhook } from '../webhooks.model.ts'
import { webhookKind } from '../webhooks.queries.ts'
import { getAttempt } from './attempts.queries.ts'
import { deliveriesOfPeriodSql, oneDeliverySql, type Requeued, requeueSql } from './replays.sql.ts'

/**
 * Queues the delivery of an attempt again, unless it is under way. Returns the number of deliveries: 0 or 1.
 *
 * @throws 403 insufficient-scope, 404.
 */
export const replayAttempt = (scope: Scope, webhookId: number, attemptId: number): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const webhook = await lockRecord(scope, tx, webhookKind, webhookId)
    const { deliveryId } = await getAttempt(scope, webhookId, attemptId, tx)
    return requeue(scope, tx, webhook, oneDeliverySql(deliveryId), { DeliveryId: Number(deliveryId) })
  })

/**
 * Queues the failed and dropped deliveries of a period again, or all settled ones. Returns their number.
 *
 * @throws 400, 403 insufficient-scope, 404.
 */
export const replayDeliveries = (
  scope: Scope,
  webhookId: number,
  period: { from: Date; to: Date; onlyFailed: boolean },
): Promise<number> =>
  scope.db.transaction(async (tx) => {
    const webhook = await lockRecord(scope, tx, webhookKind, webhookId)
    const { from, to, onlyFailed } = period
    if (from >= to) throw badInput('/To', 'must be after From')
    const replayed = { From: from.toISOString(), To: to.toISOString(), OnlyFailed: onlyFailed }
    return requeue(scope, tx, webhook, deliveriesOfPeriodSql(period), replayed)
  })

const requeue = async (
  scope: Scope,
  tx: Transaction,
  webhook: Webhook,
  which: Sql,
  replayed: Prisma.InputJsonObject,
): Promise<number> => {
  await requireCanSendRecords(scope, tx, webhook.id, which)
  const [requeued] = await tx.rows<Requeued>(requeueSql(webhook, which, scope.clock.now()))
  const { queued, unprepared } = requeued ?? { queued: 0, unprepared: [] }
  await enqueueJobs(
    tx,
    unprepared.map((eventId) => prepareJob(webhook.tenantId, eventId)),
  )
  const details = { changes: { Replayed: replayed, Queued: queued }, eventKind: null }
  await recordChange(scope, tx, changeOf(webhookKind, webhook, 'updated', details))
  return queued
}
