import type { Area } from '#areas/area'
import { orderParts } from '#areas/events/registrations/orders/order-parts.service'
import { deletionBars } from '#areas/people/contacts/contact-facts.listing'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import { personFollowers } from '#areas/people/contacts/merges/merge-followers.service'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import { isComingSql, sponsorsEventSql } from './event-sponsor-statuses.listing.ts'
import { eventSponsorEvents } from './event-sponsors.events.ts'
import { readEventSponsor } from './event-sponsors.queries.ts'
import { eventSponsors } from './event-sponsors.routes.ts'
import { confirmSponsors } from './event-sponsors.service.ts'
import { sponsorFollower } from './matching/matched-sponsors.service.ts'
import { cancelEnteredSponsors, cancelSponsorsOf } from './sponsor-statuses.service.ts'

const use = (of: string, remedy: string, rows: RecordUse['rows']): RecordUse => ({
  of,
  user: 'sponsor of an event',
  users: 'sponsors of events',
  scope: 'event-sponsors:read',
  remedy,
  rows,
})

/** What sponsors of events use. Those of orders use the event and its tiers by their order. */
const eventSponsorUses: readonly RecordUse[] = [
  use(
    'event',
    'Set Status to Cancelled instead.',
    (tenantId) => Prisma.sql`SELECT k.event_id AS used_id, k.id, k.name FROM event_sponsor k
      WHERE k.tenant_id = ${tenantId}::integer AND k.order_id IS NULL`,
  ),
  use(
    'eventtier',
    'Set IsActive to false instead.',
    (tenantId) => Prisma.sql`SELECT k.tier_id AS used_id, k.id, k.name FROM event_sponsor k
      WHERE k.tenant_id = ${tenantId}::integer AND k.order_id IS NULL`,
  ),
  use(
    'contact',
    'Cancel the sponsor first.',
    (tenantId, now) => Prisma.sql`SELECT x.contact_id AS used_id, k.id, e.name FROM event_sponsor k
      JOIN event e ON e.tenant_id = k.tenant_id AND e.id = k.event_id
      CROSS JOIN LATERAL (VALUES (k.contact_id), (k.person_id)) AS x(contact_id)
      WHERE k.tenant_id = ${tenantId}::integer AND x.contact_id IS NOT NULL AND ${isComingSql(now)}`,
  ),
]

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
    addTo(
      contactMoves,
      { kind: 'eventSponsors', table: 'event_sponsor', column: 'contact_id', meaning: 'data' },
      { kind: 'eventSponsors', table: 'event_sponsor', column: 'person_id', meaning: 'data' },
    ),
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
