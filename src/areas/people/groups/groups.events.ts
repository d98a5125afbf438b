/**
 * What happens to groups; payload: name, and mergedIntoId where the group ended in another. Who comes and goes is told
 * contact by contact, with the group as the entity; payload: contactId, by (`staff`, `contact`), actingContactId where somebody else stated the contact's wish.
 */
export const groupEvents = {
  created: 'group.created',
  updated: 'group.updated',
  deleted: 'group.deleted',
  memberAdded: 'group.memberadded',
  memberRemoved: 'group.memberremoved',
} as const
