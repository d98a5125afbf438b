import type { WebhookEdit, WebhookListItem, WebhookState, WebhookTest } from '#contract/integration/webhooks'
import type { TextLookupChoice } from '#contract/shared'
import { presentChoices } from '#kernel/http/lookup-choices'
import type { EventKind } from '#kernel/outbox/event-kind'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { maskSecret } from './secrets.model.ts'
import type { SavedWebhook, Webhook } from './webhooks.model.ts'
import type { CountedWebhook } from './webhooks.queries.ts'

export const presentListItem = (scope: Scope, webhook: Webhook): WebhookListItem => ({
  Id: String(webhook.id),
  Description: webhook.description,
  WebHookId: String(webhook.id),
  Url: webhook.url,
  ...healthOf(webhook),
  Actions: hasGrant(scope, 'webhooks:write') ? actionsOf(webhook.isPaused, webhook.secrets.length > 0) : [],
})

/** Returns whether it works, and since when. */
const healthOf = ({ isPaused, pausedAt, pauseReason, failingSince, lastSuccessAt }: Webhook) => ({
  IsPaused: isPaused,
  PausedDate: pausedAt?.toISOString() ?? null,
  PauseReason: pauseReason as WebhookState['PauseReason'],
  FailingSinceDate: failingSince?.toISOString() ?? null,
  LastSuccessDate: lastSuccessAt?.toISOString() ?? null,
})

/**
 * Returns the actions of a webhook. One without a secret signs nothing: its deliveries can neither be tested nor
 * resumed.
 */
const actionsOf = (isPaused: boolean, hasSecret: boolean): NonNullable<WebhookListItem['Actions']> => {
  if (hasSecret) return ['edit', 'test', isPaused ? 'resume' : 'pause', 'delete']
  return isPaused ? ['edit', 'delete'] : ['edit', 'pause', 'delete']
}

/** Presents the settings. The secret is complete if it was just created, else masked; null if the webhook has none. */
export const presentWebhook = ({ webhook, secret }: SavedWebhook): WebhookEdit => ({
  Id: String(webhook.id),
  WebHookId: String(webhook.id),
  WebHookFilters: webhook.filters,
  Description: webhook.description,
  Url: webhook.url,
  IsPaused: webhook.isPaused,
  PayloadStyle: webhook.payloadStyle as WebhookEdit['PayloadStyle'],
  IgnoreWebhookValidation: webhook.skipsPing,
  Secret: secret ?? maskedSecretOf(webhook),
  RotateSecret: false,
})

const maskedSecretOf = ({ secrets: [current] }: Webhook): string | null => (current ? maskSecret(current.hint) : null)

export const presentState = ({ webhook, waiting, failed }: CountedWebhook): WebhookState => ({
  WebHookId: String(webhook.id),
  ...healthOf(webhook),
  WaitingCount: waiting,
  FailedCount: failed,
})

export const presentTest = (id: number, kinds: readonly string[]): WebhookTest => ({
  Id: String(id),
  WebHookId: String(id),
  WebHookFilters: [...kinds],
})

export const presentActionTypes = (kinds: readonly EventKind[]): TextLookupChoice[] =>
  presentChoices(kinds.map(({ kind, name, area }) => ({ id: kind, name, extra: area })))
