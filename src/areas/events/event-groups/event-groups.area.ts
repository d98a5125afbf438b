import type { Area } from '#areas/area'
import { registrationFollowers } from '#areas/events/registrations/registration-followers.service'
import { changes } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { eventGroupEvents } from './event-groups.events.ts'
import { readEventGroup } from './event-groups.queries.ts'
import { eventGroups } from './event-groups.routes.ts'
import { eventGroupUses } from './event-groups.uses.ts'
import { moveSeats } from './moved-seats.service.ts'
import { releaseSeats } from './purchased-tables.service.ts'

export const eventGroupsArea: Area = {
  routes: [eventGroups],
  events: changes('event-groups', 'Table of an event', eventGroupEvents),
  shapes: {
    eventgroup: written('event-groups:read', (scope, id) => readEventGroup(scope, id)),
  },
  uses: eventGroupUses,
  additions: [addTo(registrationFollowers, { release: releaseSeats, move: moveSeats })],
}
