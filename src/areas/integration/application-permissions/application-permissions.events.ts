/** The events of API keys. Payload: ApplicationName, and for a change the names of the fields. */
export const apiKeyEvents = {
  created: 'apikey.created',
  updated: 'apikey.updated',
  deleted: 'apikey.deleted',
  /** The key was replaced. */
  reset: 'apikey.reset',
} as const

/** The events of OAuth clients. Payload: ApplicationName, and for a change the names of the fields. */
export const oauthClientEvents = {
  created: 'oauthclient.created',
  updated: 'oauthclient.updated',
  deleted: 'oauthclient.deleted',
  /** The client secret was replaced. */
  reset: 'oauthclient.reset',
} as const
