/** The events of directories. Payload: name. */
export const directoryEvents = { created: 'directory.created', updated: 'directory.updated' } as const

/** The events of the listings of contacts, whatever changes them. Payload: directoryId, contactId. */
export const directoryListingEvents = {
  created: 'directorylisting.created',
  updated: 'directorylisting.updated',
  deleted: 'directorylisting.deleted',
} as const

/** The events of listing types. Payload: name, directoryId. */
export const listingTypeEvents = {
  created: 'directorylistingtype.created',
  updated: 'directorylistingtype.updated',
  deleted: 'directorylistingtype.deleted',
} as const
