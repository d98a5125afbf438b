/** The events of certificates of attendance. Payload: eventId, registrationId, contactId, number. */
export const certificateEvents = {
  created: 'eventcertificate.issued',
  updated: 'eventcertificate.updated',
  deleted: 'eventcertificate.withdrawn',
} as const
