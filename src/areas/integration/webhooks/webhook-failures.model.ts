import type { FailureKind } from '#services/tenant-log/failure-kinds'
import { webhookEvents } from './webhooks.events.ts'

/** A webhook was paused by the server. */
export const webhookPaused: FailureKind = {
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
