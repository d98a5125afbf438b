import { recordChange } from '#kernel/records/record-change'
import { assertVersion, type ExpectedVersion } from '#kernel/records/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { Transaction } from '#kernel/tenancy/tenant-db'
import { webhookEvents } from '../webhooks.events.ts'
import type { Webhook } from '../webhooks.model.ts'
import { getWebhook } from '../webhooks.queries.ts'

/** The webhook as it stands, held until the transaction ends, so that of several writers with one version one wins. */
export const lockWebhook = async (
  scope: Scope,
  tx: Transaction,
  id: number,
  expected: ExpectedVersion,
): Promise<Webhook> => {
  const { tenantId } = scope.db
  const { id: known } = await getWebhook(scope, id, tx)
  await tx.$queryRaw`select 1 from webhook where tenant_id = ${tenantId} and id = ${known} for update`
  const webhook = await getWebhook(scope, known, tx)
  assertVersion(webhook.auditId, expected)
  return webhook
}

/** Writes the history and the event of a change. Of the Url the host alone: its path may hold a key. */
export const recordWebhook = (
  scope: Scope,
  tx: Transaction,
  webhook: Webhook,
  action: 'created' | 'updated' | 'deleted',
  more: { SecretRotated?: true } = {},
): Promise<void> =>
  recordChange(scope, tx, {
    entity: 'webhook',
    entityId: webhook.id,
    auditId: webhook.auditId,
    action,
    changes: {
      Description: webhook.description,
      Host: new URL(webhook.url).host,
      WebHookFilters: webhook.filters,
      PayloadStyle: webhook.payloadStyle,
      IsPaused: webhook.isPaused,
      IgnoreWebhookValidation: webhook.skipsPing,
      ...more,
    },
    event: { kind: webhookEvents[action], payload: { webhookId: webhook.id } },
  })
