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
  checkInUndone: 'eventregistration.checkinundone',
  missed: 'eventregistration.noshow',
} as const

/** The events of orders. Payload: eventId, contactId, confirmationNumber. */
export const eventOrderEvents = {
  submitted: 'eventorder.submitted',
  updated: 'eventorder.updated',
} as const
