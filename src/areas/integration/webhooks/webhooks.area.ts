import type { Area } from '#areas/area'
import type { WebhookEdit } from '#contract/integration/webhooks'
import type { Figure } from '#kernel/metrics/figure'
import { kinds } from '#kernel/outbox/event-kind'
import { presented } from '#kernel/records/record-shape'
import { withRows } from '#kernel/tenancy/tenant-db'
import type { FailureKind } from '#services/tenant-log/failure-kinds'
import { webhookSender } from './deliveries/deliveries.job.ts'
import { type LaneLoad, laneLoadsSql } from './deliveries/deliveries.sql.ts'
import { webhookRetention } from './deliveries/retention.job.ts'
import { webhookEventsSubscriber } from './fan-out/fan-out.subscriber.ts'
import { PREPARE_DELIVERIES, prepareDeliveries } from './fan-out/preparation.job.ts'
import { webhookSecrets } from './secrets.model.ts'
import { webhookEvents } from './webhooks.events.ts'
import { presentWebhook } from './webhooks.presenter.ts'
import { getWebhook } from './webhooks.queries.ts'
import { webhooks } from './webhooks.routes.ts'

const byLane = (figure: Pick<Figure, 'name' | 'help'>, pick: (lane: LaneLoad) => number): Figure => ({
  ...figure,
  label: 'receivers',
  read: async (system) => {
    const lanes = await withRows(system).rows<LaneLoad>(laneLoadsSql)
    return lanes.map((lane) => ({ of: lane.isUnwell ? 'unwell' : 'well', value: pick(lane) }))
  },
})

/** The load of receivers that are well, and of those that failed or were slow in the last attempt. */
const deliveryFigures: readonly Figure[] = [
  byLane(
    { name: 'webhook_deliveries_waiting', help: 'Deliveries that are under way, due or waiting for a retry.' },
    ({ waiting }) => waiting,
  ),
  byLane(
    { name: 'webhook_oldest_due_seconds', help: 'Seconds since the oldest waiting delivery became due.' },
    ({ oldestDue }) => oldestDue,
  ),
]

/** A webhook was paused by the server. */
const webhookPaused: FailureKind = {
  name: 'webhookPaused',
  level: 'Error',
  logType: 'Webhook',
  entityType: 'webhook',
  meaning: 'A webhook was paused because its receiver fails or is gone.',
  remedy: 'Correct the receiver, then resume the webhook: deliveries of the last 5 days wait for it.',
  reportedBy: {
    kinds: [webhookEvents.paused],
    describe: (id, { reason }) => ({
      key: id,
      what: `The webhook ${id} was paused because its receiver ${reason === 'gone' ? 'responded with 410 Gone' : 'has failed for 5 days'}.`,
    }),
  },
}

/** Removes the path of a Url, which can contain a key that the receivers of other webhooks must not get. */
const withoutPath = (webhook: WebhookEdit): WebhookEdit => ({
  ...webhook,
  Url: webhook.Url === null ? null : new URL('/', webhook.Url).href,
})

export const webhooksArea: Area = {
  routes: [webhooks],
  events: kinds('webhooks', {
    [webhookEvents.created]: 'Webhook created',
    [webhookEvents.updated]: 'Webhook updated',
    [webhookEvents.deleted]: 'Webhook deleted',
    [webhookEvents.paused]: 'Webhook paused because it fails',
  }),
  shapes: {
    webhook: presented('webhooks:read', async (scope, id) =>
      withoutPath(presentWebhook({ webhook: await getWebhook(scope, id) })),
    ),
  },
  failures: [webhookPaused],
  sealed: [webhookSecrets],
  subscribers: [webhookEventsSubscriber],
  tasks: {
    [PREPARE_DELIVERIES]: prepareDeliveries,
  },
  retention: ({ webhookRetentionDays }) => [webhookRetention(webhookRetentionDays)],
  loops: (tools) => [webhookSender(tools)],
  figures: deliveryFigures,
}
