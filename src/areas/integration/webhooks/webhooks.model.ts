import type { Webhook as WebhookRow } from '#prisma/client'

export type PayloadStyle = 'thin' | 'full'

/** A webhook with the end of its current secret. */
export type Webhook = WebhookRow & { secrets: { hint: string }[] }

/** A webhook just saved; the secret is there only where one was made, and is shown to the caller this once. */
export interface Saved {
  webhook: Webhook
  secret?: string | undefined
}

/** What a caller wants of a webhook; what is absent stays as it is, or takes its default on creation. */
export interface WebhookWish {
  description?: string | null
  url: string
  filters?: string[]
  payloadStyle?: PayloadStyle
  isPaused?: boolean
  skipsPing?: boolean
  rotatesSecret?: boolean
}
