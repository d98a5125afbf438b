/** What happens to groups; who is in them is told by membershipchanged: contactId and state. */
export const groupEvents = {
  created: 'group.created',
  updated: 'group.updated',
  deleted: 'group.deleted',
  membershipChanged: 'group.membershipchanged',
} as const
