import { badInput } from '#kernel/errors/problem'
import { changeOf, recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { assertHasSecret } from '../secrets/secrets.service.ts'
import { parseTestKinds } from '../webhooks.input.ts'
import { getWebhook, webhookKind } from '../webhooks.queries.ts'
import { sampleBody } from './body.model.ts'
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
  const { tenantId } = scope.db
  const webhook = await getWebhook(scope, id)
  if (bodyId !== 0 && bodyId !== id) throw badInput('/WebHookId', 'must be the id of the path')
  const kinds = parseTestKinds(requested, webhook.filters)
  assertHasSecret(webhook.secrets)
  const now = scope.clock.now()
  await scope.db.transaction(async (tx) => {
    await tx.webhookDelivery.createMany({
      data: (kinds.length === 0 ? [PING] : kinds).map((kind) => ({
        tenantId,
        webhookId: webhook.id,
        kind,
        occurredAt: now,
        dueAt: now,
        createdAt: now,
        isTest: true,
        status: 'waiting',
        body: sampleBody(scope.tenant.key, kind, now),
      })),
    })
    const details = { changes: { Tested: kinds }, eventKind: null }
    await recordChange(scope, tx, changeOf(webhookKind, webhook, 'updated', details))
  })
}
