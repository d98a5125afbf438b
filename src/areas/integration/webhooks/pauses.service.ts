import { lockRecordIfPresent } from '#kernel/records/lock'
import { changeOf, recordChange } from '#kernel/records/record-change'
import { NEXT_VERSION } from '#kernel/records/record-kind'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { GIVE_UP_MS } from './deliveries/deliveries.model.ts'
import { releasePausedSql } from './deliveries/deliveries.sql.ts'
import { webhookEvents } from './webhooks.events.ts'
import { webhookKind } from './webhooks.queries.ts'

/** Pauses the waiting deliveries of a webhook. Deliveries under way end normally. */
export const pauseDeliveries = async ({ db }: Scope, tx: Transaction, webhookId: number): Promise<void> => {
  await tx.webhookDelivery.updateMany({
    where: { tenantId: db.tenantId, webhookId, status: 'waiting', isTest: false },
    data: { status: 'held' },
  })
}

/** Releases paused deliveries immediately, and drops those that were due more than 5 days ago. A replay sets a new due time. */
export const releaseDeliveries = async ({ db, clock }: Scope, tx: Transaction, webhookId: number): Promise<void> => {
  const now = clock.now()
  const oldest = new Date(now.getTime() - GIVE_UP_MS)
  await tx.rows(releasePausedSql(db.tenantId, webhookId, { now, oldest }))
}

/** Returns the columns of a pause. */
export const makePauseColumns = (now: Date, pauseReason: string) => ({ isPaused: true, pausedAt: now, pauseReason })
export const NOT_PAUSED = { isPaused: false, pausedAt: null, pauseReason: null }

/** The reason of a new webhook, until its receiver responds to a ping: before the creation has returned, it cannot know the secret. */
export const UNCONFIRMED = 'unconfirmed'

/** Resumes a new webhook whose receiver has responded to a ping. Has no effect on any other. */
export const confirmWebhook = (scope: Scope, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const current = await lockRecordIfPresent(scope, tx, webhookKind, id)
    if (current?.pauseReason !== UNCONFIRMED) return
    const saved = await tx.webhook.update({
      where: { tenantId_id: { tenantId: scope.db.tenantId, id } },
      data: { ...NOT_PAUSED, isUnwell: false, ...NEXT_VERSION, modifiedAt: scope.clock.now() },
    })
    await releaseDeliveries(scope, tx, id)
    await recordChange(scope, tx, changeOf(webhookKind, saved, 'updated', { payload: { webhookId: id } }))
  })

/** Pauses a webhook whose receiver is gone or has failed for a long time, and records it in the history and as an event. */
export const pauseFailingWebhook = (scope: Scope, id: number, reason: 'gone' | 'failing'): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    const current = await lockRecordIfPresent(scope, tx, webhookKind, id)
    if (!current || current.isPaused) return
    const now = scope.clock.now()
    const saved = await tx.webhook.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...makePauseColumns(now, reason), ...NEXT_VERSION, modifiedAt: now },
    })
    await pauseDeliveries(scope, tx, id)
    const event = { payload: { webhookId: id, reason }, eventKind: webhookEvents.paused }
    await recordChange(scope, tx, changeOf(webhookKind, saved, 'updated', event))
  })
