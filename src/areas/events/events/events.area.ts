import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { eventEvents } from './events.events.ts'
import { eventKind, readEvent } from './events.queries.ts'
import { events } from './events.routes.ts'
import { eventUses } from './events.uses.ts'

/** Events own the files in their custom fields. */
const eventFiles: readonly FileOwner[] = [
  {
    kind: eventKind.entity,
    remedy: 'The file belongs to an event. Remove it there.',
    scope: 'events:read',
    rows: (tenantId) => Prisma.sql`SELECT e.id, e.name FROM event e WHERE e.tenant_id = ${tenantId}::integer`,
  },
]

export const eventsArea: Area = {
  routes: [events],
  events: changes('events', 'Event', eventEvents),
  shapes: {
    event: written('events:read', (scope, id) => readEvent(scope, id)),
  },
  uses: eventUses,
  files: eventFiles,
}
