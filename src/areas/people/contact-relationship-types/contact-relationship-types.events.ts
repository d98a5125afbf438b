/** The events of relationship types. Payload: Name, ReverseName. */
export const relationshipTypeEvents = {
  created: 'contactrelationshiptype.created',
  updated: 'contactrelationshiptype.updated',
  deleted: 'contactrelationshiptype.deleted',
} as const
