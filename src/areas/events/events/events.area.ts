import type { Area } from '#areas/area'
import { changes } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { eventEvents } from './events.events.ts'
import { eventFiles } from './events.files.ts'
import { readEvent } from './events.queries.ts'
import { events } from './events.routes.ts'
import { eventUses } from './events.uses.ts'

export const eventsArea: Area = {
  routes: [events],
  events: changes('events', 'Event', eventEvents),
  shapes: {
    event: written('events:read', (scope, id) => readEvent(scope, id)),
  },
  uses: eventUses,
  files: eventFiles,
}
