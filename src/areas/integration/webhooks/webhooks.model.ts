import type { Webhook as WebhookRow } from '#prisma/client'

export type PayloadStyle = 'thin' | 'full'

/** A webhook with the end of its current secret. */
export type Webhook = WebhookRow & { secrets: { hint: string }[] }

/** A saved webhook. `secret` is present only if the save created one; the response shows it once. */
export interface SavedWebhook {
  webhook: Webhook
  secret?: string | undefined
}

/** The settings in a request. An absent one keeps its value, or takes its default on creation. */
export interface WebhookSettings {
  description?: string | null
  url?: string
  filters?: string[]
  payloadStyle?: PayloadStyle
  isPaused?: boolean
  skipsPing?: boolean
}

export type NewWebhook = WebhookSettings & { url: string }
