/** What happens to types of relationship; payload: Name and ReverseName. */
export const relationshipTypeEvents = {
  created: 'contactrelationshiptype.created',
  updated: 'contactrelationshiptype.updated',
  deleted: 'contactrelationshiptype.deleted',
} as const
