import type { Area } from '#areas/area'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { noShowDays } from './check-in/no-shows.job.ts'
import { registrationEventNames } from './event-names.listing.ts'
import { readEventOrder } from './orders/orders.queries.ts'
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
  tasks: eventRegistrationTasks,
  days: [noShowDays],
}
