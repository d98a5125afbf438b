import { WebhookAttemptRow } from '#contract/integration/webhooks'
import { listOf } from '#kernel/listing/columns'
import { optionalField, valueField } from '#kernel/listing/fields'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`a.id`
const messageId = Prisma.sql`('msg_' || d.tenant_id || '_' || d.id)`
/** Only attempts of earlier releases need their delivery. Not coalesce, whose second value would be read for all of them. */
const kind = Prisma.sql`(CASE WHEN a.kind IS NULL THEN (SELECT x.kind FROM webhook_delivery x
  WHERE x.tenant_id = a.tenant_id AND x.id = a.delivery_id) ELSE a.kind END)`
const nextAttempt = Prisma.sql`(CASE WHEN d.status = 'waiting' THEN d.due_at END)`

/**
 * Returns the attempts of a webhook, the latest first. Each has a delivery, but PostgreSQL can leave out only a left
 * join when it counts.
 */
const attemptListing = (webhookId: number): Listing => ({
  from: Prisma.sql`webhook_attempt a LEFT JOIN webhook_delivery d ON d.tenant_id = a.tenant_id AND d.id = a.delivery_id`,
  row: WebhookAttemptRow,
  tenant: Prisma.sql`a.tenant_id`,
  id,
  idType: 'bigint',
  listed: Prisma.sql`a.webhook_id = ${webhookId}`,
  defaultOrder: 'AttemptId desc',
  fields: {
    AttemptId: { type: 'bigint', sql: id, order: [{ type: 'bigint', sql: id }] },
    MessageId: valueField('text', messageId),
    EventType: valueField('text', kind),
    AttemptDate: valueField('instant', Prisma.sql`a.at`),
    DurationMs: valueField('integer', Prisma.sql`a.duration_ms`),
    IsSuccess: valueField('boolean', Prisma.sql`a.is_success`),
    StatusCode: optionalField('integer', Prisma.sql`a.status_code`),
    Error: optionalField('text', Prisma.sql`a.error`),
    IsTest: valueField('boolean', Prisma.sql`d.is_test`),
    DeliveryStatus: valueField('text', Prisma.sql`d.status`),
    NextAttemptDate: optionalField('instant', nextAttempt),
  },
})

/** Returns the attempts of a webhook, the latest first. */
export const attemptList = (webhookId: number): List =>
  listOf(attemptListing(webhookId), { EventType: Prisma.sql`d.kind` })
