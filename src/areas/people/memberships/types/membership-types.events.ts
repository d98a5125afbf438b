/** The events of membership types and their levels. Payload: name; of a level also membershipTypeId. */
export const membershipTypeEvents = {
  created: 'membershiptype.created',
  updated: 'membershiptype.updated',
  deleted: 'membershiptype.deleted',
  levelCreated: 'membershiplevel.created',
  levelUpdated: 'membershiplevel.updated',
  levelDeleted: 'membershiplevel.deleted',
} as const
