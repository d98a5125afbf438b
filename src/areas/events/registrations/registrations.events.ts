/** The events of registrations. Payload: eventId, orderId, contactId, statusId. */
export const registrationEvents = {
  created: 'eventregistration.created',
  updated: 'eventregistration.updated',
  approved: 'eventregistration.approved',
  rejected: 'eventregistration.rejected',
  waitlisted: 'eventregistration.waitlisted',
  offered: 'eventregistration.offered',
  cancelled: 'eventregistration.cancelled',
  transferred: 'eventregistration.transferred',
  attended: 'eventregistration.attended',
} as const

/** The events of orders. Payload: eventId, contactId, confirmationNumber. */
export const eventOrderEvents = {
  submitted: 'eventorder.submitted',
  updated: 'eventorder.updated',
} as const

/** The kinds of both, as staff read them. */
export const registrationEventNames = {
  [registrationEvents.created]: 'Registration for an event created',
  [registrationEvents.updated]: 'Registration for an event updated',
  [registrationEvents.approved]: 'Registration for an event approved',
  [registrationEvents.rejected]: 'Registration for an event rejected',
  [registrationEvents.waitlisted]: 'Person put on the waiting list of an event',
  [registrationEvents.offered]: 'Seat offered to a person on the waiting list',
  [registrationEvents.cancelled]: 'Registration for an event cancelled',
  [registrationEvents.transferred]: 'Registration for an event transferred',
  [registrationEvents.attended]: 'Participant attended an event',
  [eventOrderEvents.submitted]: 'Order for an event submitted',
  [eventOrderEvents.updated]: 'Order for an event updated',
}
