/** What happens to types of membership and their levels. */
export const membershipTypeEvents = {
  created: 'membershiptype.created',
  updated: 'membershiptype.updated',
  deleted: 'membershiptype.deleted',
  levelCreated: 'membershiplevel.created',
  levelUpdated: 'membershiplevel.updated',
  levelDeleted: 'membershiplevel.deleted',
} as const
