import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { GIVE_UP_MS } from './deliveries/schedule.model.ts'
import { webhookEvents } from './webhooks.events.ts'

/** Holds back what waits. What is under way ends by itself. */
export const holdDeliveries = async ({ db }: Scope, tx: Transaction, webhookId: number): Promise<void> => {
  await tx.webhookDelivery.updateMany({
    where: { tenantId: db.tenantId, webhookId, status: 'waiting', isTest: false },
    data: { status: 'held' },
  })
}

/** Lets go what a pause held back, at once; what was due more than 5 days ago is dropped. What is replayed is due anew. */
export const releaseDeliveries = async ({ db, clock }: Scope, tx: Transaction, webhookId: number): Promise<void> => {
  const now = clock.now()
  const old = new Date(now.getTime() - GIVE_UP_MS)
  await tx.$executeRaw(Prisma.sql`UPDATE webhook_delivery SET due_at = ${now}::timestamptz,
      status = CASE WHEN due_at < ${old}::timestamptz THEN 'dropped' ELSE 'waiting' END,
      settled_at = CASE WHEN due_at < ${old}::timestamptz THEN ${now}::timestamptz END
    WHERE tenant_id = ${db.tenantId} AND webhook_id = ${webhookId} AND status = 'held'`)
}

/** What the columns of a pause are. */
export const pausedNow = (now: Date, pauseReason: string) => ({ isPaused: true, pausedAt: now, pauseReason })
export const notPaused = { isPaused: false, pausedAt: null, pauseReason: null }

/** Pauses a webhook whose receiver is gone or fails for long, and leaves word of it in history and events. */
export const pauseFailing = (scope: Scope, id: number, reason: 'gone' | 'failing'): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await tx.$queryRaw`select 1 from webhook where tenant_id = ${tenantId} and id = ${id} for update`
    const current = await tx.webhook.findFirst({ where: { tenantId, id, deletedAt: null, isPaused: false } })
    if (!current) return
    const { auditId } = await tx.webhook.update({
      where: { tenantId_id: { tenantId, id } },
      data: { ...pausedNow(scope.clock.now(), reason), auditId: { increment: 1 }, modifiedAt: scope.clock.now() },
      select: { auditId: true },
    })
    await holdDeliveries(scope, tx, id)
    await recordChange(scope, tx, {
      entity: 'webhook',
      entityId: id,
      auditId,
      action: 'updated',
      changes: { IsPaused: true, PauseReason: reason },
      event: { kind: webhookEvents.paused, payload: { webhookId: id, reason } },
    })
  })
