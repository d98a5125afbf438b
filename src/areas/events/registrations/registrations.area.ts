import type { Area } from '#areas/area'
import { eventFollowers } from '#areas/events/events/events.service'
import { invoiceFollowers, invoiceOwners } from '#areas/finance/books/invoices/dependents.queries'
import { deletionBars } from '#areas/people/contacts/contact-facts.listing'
import { contactMoves } from '#areas/people/contacts/merges/contact-moves.queries'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { kinds } from '#kernel/outbox/event-kind'
import { written } from '#kernel/records/record-shape'
import { addTo } from '#kernel/registers/register'
import { Prisma } from '#prisma/client'
import type { FileOwner } from '#services/files/file-owner'
import { noShowDays } from './check-in/no-shows.job.ts'
import { CANCEL_EVENT, cancelOrdersOfEvent } from './event-cancellation/event-cancellations.service.ts'
import { followEvent, MAIL_EVENT_CHANGE, mailEventChange } from './mails/registration-mails.service.ts'
import { eventOrderInvoiceOwner } from './orders/order-parts.service.ts'
import { readEventOrder } from './orders/orders.queries.ts'
import { registrationFollower } from './payment/settlement.service.ts'
import { takesPartSql } from './registration-statuses.listing.ts'
import { eventOrderEvents, registrationEvents } from './registrations.events.ts'
import { readRegistration, registrationKind } from './registrations.queries.ts'
import { eventRegistrations } from './registrations.routes.ts'
import { registrationUses } from './registrations.uses.ts'

const eventRegistrationTasks: Record<string, Task> = {
  [MAIL_EVENT_CHANGE]: async (context, payload) => {
    const { tenantId, eventId } = payload as { tenantId: number; eventId: number }
    await mailEventChange(await systemScope(context, tenantId), eventId)
  },
  [CANCEL_EVENT]: async (context, payload) => {
    const { tenantId, eventId } = payload as { tenantId: number; eventId: number }
    await cancelOrdersOfEvent(await systemScope(context, tenantId), eventId)
  },
}

/** Registrations own the files in their custom fields. */
const registrationFiles: readonly FileOwner[] = [
  {
    kind: registrationKind.entity,
    remedy: 'The file belongs to a registration. Remove it there.',
    scope: 'event-registrations:read',
    rows: (tenantId) => Prisma.sql`SELECT r.id, nullif(concat_ws(' ', r.first_name, r.last_name), '') AS name
      FROM event_registration r WHERE r.tenant_id = ${tenantId}::integer`,
  },
]

/** The kinds of both, as staff read them. */
const registrationEventNames = {
  [registrationEvents.created]: 'Registration for an event created',
  [registrationEvents.updated]: 'Registration for an event updated',
  [registrationEvents.approved]: 'Registration for an event approved',
  [registrationEvents.rejected]: 'Registration for an event rejected',
  [registrationEvents.waitlisted]: 'Person put on the waiting list of an event',
  [registrationEvents.offered]: 'Seat offered to a person on the waiting list',
  [registrationEvents.cancelled]: 'Registration for an event cancelled',
  [registrationEvents.transferred]: 'Registration for an event transferred',
  [registrationEvents.attended]: 'Participant attended an event',
  [registrationEvents.checkInUndone]: 'Check-in of a participant taken back',
  [registrationEvents.missed]: 'Participant did not come to an event',
  [eventOrderEvents.submitted]: 'Order for an event submitted',
  [eventOrderEvents.updated]: 'Order for an event updated',
}

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
    addTo(
      contactMoves,
      { kind: 'eventOrders', table: 'event_order', column: 'contact_id', meaning: 'data' },
      { kind: 'registrations', table: 'event_registration', column: 'contact_id', meaning: 'data' },
      // What a cart reserves of the benefits follows them.
      { kind: 'registrations', table: 'event_registration', column: 'benefit_owner_id', meaning: 'data' },
    ),
    addTo(deletionBars, takesPartSql),
    addTo(invoiceOwners, eventOrderInvoiceOwner),
    addTo(invoiceFollowers, registrationFollower),
    addTo(eventFollowers, followEvent),
  ],
}
