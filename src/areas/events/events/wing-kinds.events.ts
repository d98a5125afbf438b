import { invitationEvents } from '#areas/events/invitations/invitations.events'
import { referralSourceEvents } from '#areas/events/referral-sources/referral-sources.events'
import { eventOrderEvents, registrationEvents } from '#areas/events/registrations/registrations.events'
import { changes, type EventKind, kinds } from '#kernel/outbox/event-kind'
import { eventEvents } from './events.events.ts'

/** The kinds of events that the areas of events emit. */
export const eventWingKinds: readonly EventKind[] = [
  ...changes('events', 'Event', eventEvents),
  ...kinds('events', {
    [invitationEvents.created]: 'Contact invited to an event',
    [invitationEvents.resent]: 'Invitation to an event sent again',
    [invitationEvents.declined]: 'Invitation to an event declined',
    [invitationEvents.registered]: 'Invited contact registered for the event',
    [invitationEvents.deleted]: 'Invitation to an event withdrawn',
  }),
  ...changes('events', 'Referral source', referralSourceEvents),
  ...kinds('event-registrations', {
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
  }),
]
