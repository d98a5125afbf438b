import { operations, type WebhookListItem, type WebhookState } from '#contract/integration/webhooks'
import type { ConsoleUser } from '../frame/user.ts'

/** A webhook with the numbers of its deliveries. */
export interface CountedWebhook {
  webhook: WebhookListItem
  state: WebhookState
}

/** Reads the webhooks. There are at most 100. */
export const readWebhooks = async (user: ConsoleUser): Promise<readonly WebhookListItem[]> =>
  (await user.call(operations.listWebhooks)).body

/** Counts the deliveries of webhooks. */
export const countDeliveries = (user: ConsoleUser, webhooks: readonly WebhookListItem[]): Promise<CountedWebhook[]> =>
  Promise.all(
    webhooks.map(async (webhook) => {
      const params = { webhookid: webhook.WebHookId ?? '' }
      return { webhook, state: (await user.call(operations.getWebhookState, { params })).body }
    }),
  )

type Health = Pick<WebhookListItem, 'IsPaused' | 'PauseReason' | 'FailingSinceDate'>

/** Whether a webhook needs attention: it fails, or failures have paused it. A user can pause one on purpose, and a new one waits. */
export const isFailing = ({ IsPaused, PauseReason, FailingSinceDate }: Health): boolean =>
  IsPaused ? PauseReason !== 'asked' && PauseReason !== 'unconfirmed' : FailingSinceDate !== null
