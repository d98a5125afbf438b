/** The events of accounts. Payload: name. */
export const accountEvents = {
  created: 'account.created',
  updated: 'account.updated',
  deleted: 'account.deleted',
} as const
