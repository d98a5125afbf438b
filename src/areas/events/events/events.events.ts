/** The events of events, with their parts. Payload: name, status, startsAt. */
export const eventEvents = {
  created: 'event.created',
  updated: 'event.updated',
  deleted: 'event.deleted',
} as const
