import { certificateEvents } from '#areas/events/certificates/certificates.events'
import { eventGroupEvents } from '#areas/events/event-groups/event-groups.events'
import { eventSponsorEvents } from '#areas/events/event-sponsors/event-sponsors.events'
import { exhibitorEvents } from '#areas/events/exhibitors/exhibitors.events'
import { invitationEvents } from '#areas/events/invitations/invitations.events'
import { referralSourceEvents } from '#areas/events/referral-sources/referral-sources.events'
import { registrationEventNames } from '#areas/events/registrations/event-names.listing'
import { changes, type EventKind, kinds } from '#kernel/outbox/event-kind'
import { eventEvents } from './events.events.ts'

/** The kinds of events that the areas of events emit. */
export const eventWingKinds: readonly EventKind[] = [
  ...changes('events', 'Event', eventEvents),
  ...changes('event-groups', 'Table of an event', eventGroupEvents),
  ...kinds('event-sponsors', {
    [eventSponsorEvents.created]: 'Sponsor of an event entered',
    [eventSponsorEvents.updated]: 'Sponsor of an event updated',
    [eventSponsorEvents.matched]: 'Sponsor of an event matched with a contact',
    [eventSponsorEvents.approved]: 'Sponsor of an event approved',
    [eventSponsorEvents.declined]: 'Sponsor of an event declined',
    [eventSponsorEvents.notAttending]: 'Sponsor of an event not attending',
    [eventSponsorEvents.cancelled]: 'Sponsor of an event cancelled',
  }),
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
    [certificateEvents.updated]: 'Certificate of attendance updated',
    [certificateEvents.deleted]: 'Certificate of attendance withdrawn',
    [exhibitorEvents.created]: 'Exhibitor of an event registered',
    [exhibitorEvents.updated]: 'Exhibitor of an event updated',
    [exhibitorEvents.cancelled]: 'Exhibitor of an event cancelled',
  }),
]
