/** What happens to webhooks; payload: webhookId, and of paused the reason (`gone`, `failing`). */
export const webhookEvents = {
  created: 'webhook.created',
  updated: 'webhook.updated',
  deleted: 'webhook.deleted',
  /** By itself; when somebody pauses it, that is an update. */
  paused: 'webhook.paused',
} as const
