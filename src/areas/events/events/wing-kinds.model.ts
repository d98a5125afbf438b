import { certificateEvents } from '#areas/events/certificates/certificates.events'
import { eventGroupEvents } from '#areas/events/event-groups/event-groups.events'
import { invitationEvents } from '#areas/events/invitations/invitations.events'
import { referralSourceEvents } from '#areas/events/referral-sources/referral-sources.events'
import { registrationEventNames } from '#areas/events/registrations/event-names.listing'
import { changes, type EventKind, kinds } from '#kernel/outbox/event-kind'
import { eventEvents } from './events.events.ts'

/** The kinds of events that the areas of events emit. */
export const eventWingKinds: readonly EventKind[] = [
  ...changes('events', 'Event', eventEvents),
  ...changes('event-groups', 'Table of an event', eventGroupEvents),
  ...kinds('events', {
    [invitationEvents.created]: 'Contact invited to an event',
    [invitationEvents.resent]: 'Invitation to an event sent again',
    [invitationEvents.declined]: 'Invitation to an event declined',
    [invitationEvents.registered]: 'Invited contact registered for the event',
    [invitationEvents.deleted]: 'Invitation to an event withdrawn',
  }),
  ...changes('events', 'Referral source', referralSourceEvents),
  ...kinds('event-registrations', registrationEventNames),
  ...kinds('event-registrations', {
    [certificateEvents.created]: 'Certificate of attendance issued',
    [certificateEvents.deleted]: 'Certificate of attendance withdrawn',
  }),
]
