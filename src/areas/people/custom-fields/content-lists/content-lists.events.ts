/** The events of content lists. Payload: Name. */
export const contentListEvents = {
  created: 'contentlist.created',
  updated: 'contentlist.updated',
  deleted: 'contentlist.deleted',
} as const
