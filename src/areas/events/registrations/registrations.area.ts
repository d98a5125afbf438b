import type { Area } from '#areas/area'
import { eventFollowers } from '#areas/events/events/event-followers.service'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { followEvent } from './changed-events.service.ts'
import { noShowDays } from './check-in/no-shows.job.ts'
import { registrationEventNames } from './event-names.listing.ts'
import { readEventOrder } from './orders/orders.queries.ts'
import { registrationFiles } from './registrations.files.ts'
import { eventRegistrationTasks } from './registrations.job.ts'
import { readRegistration } from './registrations.queries.ts'
import { eventRegistrations } from './registrations.routes.ts'
import { registrationUses } from './registrations.uses.ts'

export const registrationsArea: Area = {
  routes: [eventRegistrations],
  events: kinds('event-registrations', registrationEventNames),
  shapes: {
    eventregistration: written('event-registrations:read', (scope, id) => readRegistration(scope, id)),
    eventorder: written('event-registrations:read', (scope, id) => readEventOrder(scope, id)),
  },
  uses: registrationUses,
  files: registrationFiles,
  tasks: eventRegistrationTasks,
  days: [noShowDays],
  additions: [addTo(eventFollowers, followEvent)],
}
