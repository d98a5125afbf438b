import { operations, type WebhookListItem, type WebhookState } from '#contract/integration/webhooks'
import type { ConsoleUser } from '../frame/user.ts'
import { PAGE_SIZE } from '../parts/pages.ts'

export interface WebhookStates {
  webhooks: readonly WebhookListItem[]
  /** Of the first webhooks, in their order. */
  states: readonly WebhookState[]
}

/** Reads the webhooks with the state of each. */
export const readWebhookStates = async (user: ConsoleUser): Promise<WebhookStates> => {
  const { body: webhooks } = await user.call(operations.listWebhooks)
  const states = await Promise.all(
    webhooks.slice(0, PAGE_SIZE).map(async ({ WebHookId }) => {
      const params = { webhookid: WebHookId ?? '' }
      return (await user.call(operations.getWebhookState, { params })).body
    }),
  )
  return { webhooks, states }
}

/** Whether a webhook needs attention: it fails, or failures have paused it. A user can pause one on purpose. */
export const isFailing = ({ IsPaused, PauseReason, FailingSinceDate }: WebhookState): boolean =>
  IsPaused ? PauseReason !== 'asked' : FailingSinceDate !== null
