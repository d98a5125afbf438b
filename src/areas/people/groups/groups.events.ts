/**
 * The events of groups. Payload: name; mergedIntoId if the group was merged into another one. The member events are
 * emitted once per contact, with the group as the entity. Payload: contactId, by (`staff`, `contact`), and
 * actingContactId if another contact stated the preference of this one.
 */
export const groupEvents = {
  created: 'group.created',
  updated: 'group.updated',
  deleted: 'group.deleted',
  memberAdded: 'group.memberadded',
  memberRemoved: 'group.memberremoved',
} as const
