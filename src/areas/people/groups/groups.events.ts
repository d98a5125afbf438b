/**
 * What happens to groups. Who comes and goes is told contact by contact, with the group as the entity; payload:
 * contactId, by (`staff`, `contact`), actingContactId where somebody else stated the contact's wish.
 */
export const groupEvents = {
  created: 'group.created',
  updated: 'group.updated',
  deleted: 'group.deleted',
  memberAdded: 'group.memberadded',
  memberRemoved: 'group.memberremoved',
} as const
