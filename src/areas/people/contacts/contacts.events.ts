/** What happens to a contact; also the action types that webhooks and workflows subscribe to. */
export const contactEvents = {
  created: 'contact.created',
  updated: 'contact.updated',
  deleted: 'contact.deleted',
  restored: 'contact.restored',
  /** Of the winner; the loser is told by contact.deleted with mergedIntoId. */
  merged: 'contact.merged',
} as const
