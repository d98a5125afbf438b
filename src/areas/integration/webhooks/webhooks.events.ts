/** The events of webhooks. Payload: webhookId, and for paused the reason (`gone`, `failing`). */
export const webhookEvents = {
  created: 'webhook.created',
  updated: 'webhook.updated',
  deleted: 'webhook.deleted',
  /** Paused by the server. A pause by a user is an update. */
  paused: 'webhook.paused',
} as const
