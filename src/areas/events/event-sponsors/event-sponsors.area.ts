import type { Area } from '#areas/area'
import { orderParts } from '#areas/events/registrations/orders/order-parts.service'
import { deletionBars } from '#areas/people/contacts/contact-facts.listing'
import { personFollowers } from '#areas/people/contacts/merges/merge-followers.service'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { sponsorsEventSql } from './coming-sponsors.listing.ts'
import { eventSponsorEvents } from './event-sponsors.events.ts'
import { readEventSponsor } from './event-sponsors.queries.ts'
import { eventSponsors } from './event-sponsors.routes.ts'
import { eventSponsorUses } from './event-sponsors.uses.ts'
import { sponsorFollower } from './matching/followed-people.service.ts'
import { cancelEnteredSponsors, cancelSponsorsOf } from './sponsor-statuses.service.ts'
import { confirmSponsors } from './submitted-sponsors.service.ts'

export const eventSponsorsArea: Area = {
  routes: [eventSponsors],
  events: kinds('event-sponsors', {
    [eventSponsorEvents.created]: 'Sponsor of an event entered',
    [eventSponsorEvents.updated]: 'Sponsor of an event updated',
    [eventSponsorEvents.matched]: 'Sponsor of an event matched with a contact',
    [eventSponsorEvents.approved]: 'Sponsor of an event approved',
    [eventSponsorEvents.declined]: 'Sponsor of an event declined',
    [eventSponsorEvents.notAttending]: 'Sponsor of an event not attending',
    [eventSponsorEvents.cancelled]: 'Sponsor of an event cancelled',
  }),
  shapes: {
    eventsponsor: written('event-sponsors:read', (scope, id) => readEventSponsor(scope, id)),
  },
  uses: eventSponsorUses,
  additions: [
    addTo(personFollowers, sponsorFollower),
    addTo(deletionBars, sponsorsEventSql),
    addTo(orderParts, {
      isIn: ({ sponsors }) => sponsors.length > 0,
      confirm: confirmSponsors,
      cancel: cancelSponsorsOf,
      cancelWithoutOrder: cancelEnteredSponsors,
    }),
  ],
}
