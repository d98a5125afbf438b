import type { Area } from '#areas/area'
import { eventFollowers } from '#areas/events/events/event-followers.service'
import { invoiceFollowers } from '#areas/finance/books/invoices/invoice-followers.queries'
import { invoiceOwners } from '#areas/finance/books/invoices/invoice-owners.queries'
import { deletionBars } from '#areas/people/contacts/contact-facts.listing'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { followEvent } from './changed-events.service.ts'
import { noShowDays } from './check-in/no-shows.job.ts'
import { takesPartSql } from './coming-registrations.listing.ts'
import { registrationEventNames } from './event-names.listing.ts'
import { eventOrderInvoiceOwner } from './orders/invoice-owner.service.ts'
import { readEventOrder } from './orders/orders.queries.ts'
import { registrationFollower } from './payment/order-payments.service.ts'
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
  additions: [
    addTo(deletionBars, takesPartSql),
    addTo(invoiceOwners, eventOrderInvoiceOwner),
    addTo(invoiceFollowers, registrationFollower),
    addTo(eventFollowers, followEvent),
  ],
}
