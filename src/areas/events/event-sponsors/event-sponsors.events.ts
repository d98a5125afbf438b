/** The events of sponsors of events. Payload: eventId, sponsorshipTierId, statusId, contactId, individualContactId. */
export const eventSponsorEvents = {
  created: 'eventsponsor.created',
  updated: 'eventsponsor.updated',
  matched: 'eventsponsor.matched',
  approved: 'eventsponsor.approved',
  declined: 'eventsponsor.declined',
  notAttending: 'eventsponsor.notattending',
  cancelled: 'eventsponsor.cancelled',
} as const
