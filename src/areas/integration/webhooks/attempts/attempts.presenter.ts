import type { WebhookAttempt } from '#contract/integration/webhooks'
import type { Scope } from '#kernel/tenancy/scope'
import { makeMessageId } from '../deliveries/deliveries.model.ts'
import { canReadRecords, containsRecord } from '../records.queries.ts'
import type { Attempt } from './attempts.queries.ts'

/** Presents one attempt. A body with a record is shown only to callers that may read such records. */
export const presentAttempt = (scope: Scope, { delivery, ...attempt }: Attempt): WebhookAttempt => {
  const { kind, status, isTest, dueAt, body } = delivery
  const isBodyVisible = !containsRecord(body) || canReadRecords(scope, [kind])
  return {
    AttemptId: Number(attempt.id),
    MessageId: makeMessageId(delivery),
    EventType: kind,
    AttemptDate: attempt.at.toISOString(),
    DurationMs: attempt.durationMs,
    IsSuccess: attempt.isSuccess,
    StatusCode: attempt.statusCode,
    Error: attempt.error,
    IsTest: isTest,
    DeliveryStatus: status as NonNullable<WebhookAttempt['DeliveryStatus']>,
    NextAttemptDate: status === 'waiting' ? dueAt.toISOString() : null,
    Body: isBodyVisible ? body : null,
    Answer: attempt.answer,
  }
}
