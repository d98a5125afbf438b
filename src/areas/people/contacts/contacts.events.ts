/** The events of contacts; also the action types that webhooks and workflows subscribe to. */
export const contactEvents = {
  created: 'contact.created',
  updated: 'contact.updated',
  deleted: 'contact.deleted',
  restored: 'contact.restored',
  /** Of the winner. The loser emits contact.deleted with mergedIntoId. */
  merged: 'contact.merged',
} as const
