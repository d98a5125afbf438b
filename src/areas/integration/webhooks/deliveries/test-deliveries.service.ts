import { badInput } from '#kernel/errors/problem'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { requireHasSecret } from '../secrets.service.ts'
import { parseTestKinds } from '../webhooks.input.ts'
import { getWebhook, webhookKind } from '../webhooks.queries.ts'
import { writeSampleBody } from './deliveries.model.ts'
import { PING } from './receiver.service.ts'

/**
 * Queues a delivery with sample data for each of the events; without events, a ping.
 *
 * @param bodyId the id in the body; 0 if absent.
 * @throws 400, 404, 409 secret-missing, 422 unknown-event.
 */
export const queueTests = async (
  scope: Scope,
  id: number,
  bodyId: number,
  requested: readonly string[],
): Promise<void> => {
  const webhook = await getWebhook(scope, id)
  if (bodyId !== 0 && bodyId !== id) throw badInput('/WebHookId', 'must be the id of the path')
  const kinds = parseTestKinds(requested, webhook.filters)
  requireHasSecret(webhook.secrets)
  const now = scope.clock.now()
  await scope.db.transaction(async (tx) => {
    await addTests(scope, tx, webhook.id, kinds.length === 0 ? [PING] : kinds, now)
    const details = { changes: { Tested: kinds }, eventKind: null }
    await recordChange(scope, tx, changeOf(webhookKind, webhook, 'updated', details))
  })
}

/** The time in which a client can store the secret of a new webhook, which its response has shown. */
const FIRST_PING_MS = 2000

/** Queues the ping of a new webhook in the transaction that creates it. */
export const queueFirstPing = (scope: Scope, tx: Transaction, webhookId: number): Promise<void> =>
  addTests(scope, tx, webhookId, [PING], new Date(scope.clock.now().getTime() + FIRST_PING_MS))

const addTests = async (
  { db: { tenantId }, tenant, clock }: Scope,
  tx: Transaction,
  webhookId: number,
  kinds: readonly string[],
  dueAt: Date,
): Promise<void> => {
  const now = clock.now()
  const common = { tenantId, webhookId, occurredAt: now, dueAt, createdAt: now, isTest: true, status: 'waiting' }
  const data = kinds.map((kind) => ({ ...common, kind, body: writeSampleBody(tenant.key, kind, now) }))
  await tx.webhookDelivery.createMany({ data })
}
