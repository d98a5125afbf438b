import type { WebhookAttempt as AttemptShape } from '#contract/integration/webhooks'
import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'
import type { WebhookAttempt, WebhookDelivery } from '#prisma/client'
import { messageId } from '../deliveries/signature.model.ts'
import { mayRead, tellsOfRecord } from '../records/record-access.queries.ts'
import { assertWebhookEver } from '../webhooks.queries.ts'

/** One attempt of a webhook, with its delivery; 404 where there is none. */
export const getAttempt = async (
  scope: Scope,
  webhookId: number,
  id: number,
  tx: Models = scope.db.prisma,
): Promise<WebhookAttempt & { delivery: WebhookDelivery }> => {
  await assertWebhookEver(scope, webhookId, tx)
  const where = { tenantId: scope.db.tenantId, id, webhookId }
  const attempt = await tx.webhookAttempt.findFirst({ where, include: { delivery: true } })
  if (!attempt) throw notFound('attempt')
  return attempt
}

/** The attempt as documented. A body with a record is shown to those alone who may read such records. */
export const readAttempt = async (scope: Scope, webhookId: number, id: number): Promise<AttemptShape> => {
  const { delivery, ...attempt } = await getAttempt(scope, webhookId, id)
  const { kind, status, isTest, dueAt, body } = delivery
  const maySee = !tellsOfRecord(body) || mayRead(scope, [kind])
  return {
    AttemptId: id,
    MessageId: messageId(delivery.id),
    EventType: kind,
    AttemptDate: attempt.at.toISOString(),
    DurationMs: attempt.durationMs,
    IsSuccess: attempt.isSuccess,
    StatusCode: attempt.statusCode,
    Error: attempt.error,
    IsTest: isTest,
    DeliveryStatus: status as NonNullable<AttemptShape['DeliveryStatus']>,
    NextAttemptDate: status === 'waiting' ? dueAt.toISOString() : null,
    Body: maySee ? body : null,
    Answer: attempt.answer,
  }
}
