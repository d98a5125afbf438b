import type { EventKind } from '#areas/event-kinds'
import type { WebhookEdit, WebhookListItem, WebhookTest } from '#contract/integration/webhooks'
import type { TextLookupChoice } from '#contract/shared'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { maskSecret } from './sending/webhook-secrets.ts'
import type { Saved, Webhook } from './webhook.ts'

export const presentListItem = (scope: Scope, { id, description, url, isPaused }: Webhook): WebhookListItem => ({
  Id: String(id),
  Description: description,
  WebHookId: String(id),
  Url: url,
  IsPaused: isPaused,
  Actions: hasGrant(scope, 'webhooks:write') ? ['edit', 'test', isPaused ? 'resume' : 'pause', 'delete'] : [],
})

/** The settings; the secret whole where it was just made, masked otherwise. */
export const presentWebhook = ({ webhook, secret }: Saved): WebhookEdit => ({
  Id: String(webhook.id),
  WebHookId: String(webhook.id),
  WebHookFilters: webhook.filters,
  Description: webhook.description,
  Url: webhook.url,
  IsPaused: webhook.isPaused,
  PayloadStyle: webhook.payloadStyle as WebhookEdit['PayloadStyle'],
  IgnoreWebhookValidation: webhook.skipsPing,
  Secret: secret ?? maskSecret(webhook.secrets[0]?.hint ?? ''),
  RotateSecret: false,
})

export const presentTest = (id: number, kinds: readonly string[]): WebhookTest => ({
  Id: String(id),
  WebHookId: String(id),
  WebHookFilters: [...kinds],
})

export const presentKind = ({ kind, name, area }: EventKind, index: number): TextLookupChoice => ({
  Id: kind,
  Name: name,
  ExtraData: area,
  CssColor: null,
  IsSelected: false,
  IsDeleted: false,
  Order: index + 1,
})
