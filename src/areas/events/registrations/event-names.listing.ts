import { eventOrderEvents, registrationEvents } from './registrations.events.ts'

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
  [registrationEvents.checkInUndone]: 'Check-in of a participant taken back',
  [registrationEvents.missed]: 'Participant did not come to an event',
  [eventOrderEvents.submitted]: 'Order for an event submitted',
  [eventOrderEvents.updated]: 'Order for an event updated',
}
