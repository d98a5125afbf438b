import { badInput, ruleRefused } from '#kernel/errors/problem'
import { recordChange } from '#kernel/records/record-change'
import type { Scope } from '#kernel/tenancy/scope'
import { kindsOf } from '../setup/filters.ts'
import { getWebhook } from '../webhooks.queries.ts'
import { sampleBody } from './body.model.ts'
import { PING } from './receiver.service.ts'

/** The exact names of the events that the webhook gets. */
export const readTestKinds = async (scope: Scope, id: number): Promise<string[]> =>
  kindsOf((await getWebhook(scope, id)).filters)

/**
 * Queues a delivery with sample data for each of the events, or a ping where there is none.
 * @param named the id in the body; 0 where there is none.
 */
export const queueTests = async (scope: Scope, id: number, named: number, wanted: readonly string[]): Promise<void> => {
  const { tenantId } = scope.db
  const webhook = await getWebhook(scope, id)
  if (named !== 0 && named !== id) throw badInput('/WebHookId', 'is another one than the path names')
  const kinds = [...new Set(wanted)]
  assertAmong(kinds, kindsOf(webhook.filters))
  const now = scope.clock.now()
  await scope.db.transaction(async (tx) => {
    await tx.webhookDelivery.createMany({
      data: (kinds.length === 0 ? [PING] : kinds).map((kind) => ({
        ...{ tenantId, webhookId: webhook.id, kind, occurredAt: now, dueAt: now, createdAt: now },
        ...{ isTest: true, status: 'waiting', body: sampleBody(scope.tenant.key, kind, now) },
      })),
    })
    await recordChange(scope, tx, {
      entity: 'webhook',
      entityId: webhook.id,
      auditId: webhook.auditId,
      action: 'updated',
      changes: { Tested: kinds },
    })
  })
}

const assertAmong = (kinds: readonly string[], known: readonly string[]): void => {
  const errors = kinds.flatMap((kind, at) =>
    known.includes(kind)
      ? []
      : [{ pointer: `/WebHookFilters/${at}`, message: `"${kind}" is no event of this webhook` }],
  )
  if (errors.length > 0) throw ruleRefused('unknown-event', 'An event is not one that the webhook gets.', errors)
}
