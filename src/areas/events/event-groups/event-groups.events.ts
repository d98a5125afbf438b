/** The events of tables. Payload: eventId, name, number. */
export const eventGroupEvents = {
  created: 'eventgroup.created',
  updated: 'eventgroup.updated',
  deleted: 'eventgroup.deleted',
} as const
