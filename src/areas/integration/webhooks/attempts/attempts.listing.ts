import { instantJson } from '#kernel/database/json-sql'
import type { List } from '#kernel/listing/list-response'
import type { Listing } from '#kernel/listing/listing'
import { Prisma } from '#prisma/client'

const id = Prisma.sql`a.id`
const messageId = Prisma.sql`('msg_' || d.id)`

/**
 * The attempts of a webhook, the latest first. Each has a delivery, but PostgreSQL can leave out only a left join when
 * it counts.
 */
const attemptListing = (webhookId: number): Listing => ({
  from: Prisma.sql`webhook_attempt a LEFT JOIN webhook_delivery d ON d.tenant_id = a.tenant_id AND d.id = a.delivery_id`,
  tenant: Prisma.sql`a.tenant_id`,
  id,
  listed: Prisma.sql`a.webhook_id = ${webhookId}`,
  defaultOrder: 'AttemptId desc',
  fields: {
    AttemptId: { type: 'integer', sql: id, order: [{ type: 'integer', sql: id }] },
    MessageId: { type: 'text', sql: messageId },
    EventType: { type: 'text', sql: Prisma.sql`d.kind` },
    IsSuccess: { type: 'boolean', sql: Prisma.sql`a.is_success` },
    StatusCode: { type: 'integer', sql: Prisma.sql`a.status_code` },
    DeliveryStatus: { type: 'text', sql: Prisma.sql`d.status` },
    IsTest: { type: 'boolean', sql: Prisma.sql`d.is_test` },
    AttemptDate: { type: 'instant', sql: Prisma.sql`a.at` },
  },
})

const columns = Prisma.sql`a.id AS "AttemptId", ${messageId} AS "MessageId", d.kind AS "EventType",
  ${instantJson(Prisma.sql`a.at`)} AS "AttemptDate", a.duration_ms AS "DurationMs", a.is_success AS "IsSuccess",
  a.status_code AS "StatusCode", a.error AS "Error", d.is_test AS "IsTest", d.status AS "DeliveryStatus",
  CASE WHEN d.status = 'waiting' THEN ${instantJson(Prisma.sql`d.due_at`)} END AS "NextAttemptDate"`

/** The attempts of a webhook, the latest first. */
export const attemptList = (webhookId: number): List => ({ listing: attemptListing(webhookId), columns })
