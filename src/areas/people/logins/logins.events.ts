import { SEAT } from '#services/identity/seat-records'

/** The events of seats. Payload: loginId, roleName, contactId. */
export const seatEvents = SEAT.events
