import type { Area } from '#areas/area'
import { registrationFollowers } from '#areas/events/registrations/registration-changes.service'
import { changes } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import type { RecordUse } from '#kernel/records/uses'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import { eventGroupEvents } from './event-groups.events.ts'
import { readEventGroup } from './event-groups.queries.ts'
import { eventGroups } from './event-groups.routes.ts'
import { releaseSeats } from './purchased-tables.service.ts'
import { moveSeats } from './seating.service.ts'

const eventGroupUses: readonly RecordUse[] = [
  {
    of: 'event',
    user: 'table',
    users: 'tables',
    scope: 'event-groups:read',
    remedy: 'Delete the tables of the event first.',
    rows: (tenantId) => Prisma.sql`SELECT g.event_id AS used_id, g.id, coalesce(g.name, 'Table ' || g.number) AS name
      FROM event_group g WHERE g.tenant_id = ${tenantId}::integer`,
  },
]

export const eventGroupsArea: Area = {
  routes: [eventGroups],
  events: changes('event-groups', 'Table of an event', eventGroupEvents),
  shapes: {
    eventgroup: written('event-groups:read', (scope, id) => readEventGroup(scope, id)),
  },
  uses: eventGroupUses,
  additions: [addTo(registrationFollowers, { release: releaseSeats, move: moveSeats })],
}
