import { systemScope, type WorkContext } from '#kernel/outbox/deliver'
import { openTenantDb } from '#kernel/tenancy/tenant-db'
import { confirmWebhook, pauseFailingWebhook } from '../pauses.service.ts'
import { GIVE_UP_MS, waitBeforeRetry } from './deliveries.model.ts'
import { type EndedAttempt, settleSql } from './deliveries.sql.ts'
import { PING } from './receiver.service.ts'

const GONE = 410

/**
 * Logs an attempt and settles its delivery in one statement, and pauses a webhook whose receiver is gone or has failed
 * for a long time.
 */
export const settleDelivery = async (context: WorkContext, attempt: EndedAttempt): Promise<void> => {
  const { claimed, outcome } = attempt
  const now = context.clock.now()
  const db = openTenantDb(context.database, claimed.tenantId)
  const hasRetry = !outcome.isSuccess && !claimed.isTest
  const wait = hasRetry ? waitBeforeRetry(claimed.failures + 1, outcome.retryAfter, Math.random()) : null
  const [health] = await db.rows<{ failingSince: Date | null }>(settleSql(attempt, { now, wait }))
  if (outcome.isSuccess && claimed.isTest && claimed.kind === PING)
    await confirmWebhook(await systemScope(context, claimed.tenantId), claimed.webhookId)
  if (!hasRetry || !health) return
  const reason = outcome.statusCode === GONE ? 'gone' : hasFailedLong(health.failingSince, now) ? 'failing' : null
  if (reason) await pauseFailingWebhook(await systemScope(context, claimed.tenantId), claimed.webhookId, reason)
}

const hasFailedLong = (since: Date | null, now: Date): boolean =>
  since !== null && now.getTime() - since.getTime() >= GIVE_UP_MS
