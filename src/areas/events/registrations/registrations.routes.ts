import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/registrations'
import { serve } from '#kernel/http/serve'
import { serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendCsv } from '#services/csv/list-csv'
import { eventCancellations } from './cancellation/cancellations.routes.ts'
import { eventCheckIn } from './check-in/check-in.routes.ts'
import { cancelledEvents } from './event-cancellation/event-cancellations.routes.ts'
import { eventOrders } from './orders/orders.routes.ts'
import { downloadRegistrations, withRegistrationFields } from './registration-values.service.ts'
import { eventRegistrationList, registrationList } from './registrations.listing.ts'
import { readEventRegistration, requireEvent } from './registrations.queries.ts'
import { approveRegistration, rejectRegistration, saveRegistration } from './registrations.service.ts'
import { ownRegistrations } from './self/own-registrations.routes.ts'
import { registrationTransfers } from './transfer/transfers.routes.ts'

/** Serves registrations for events and their orders, for staff and for the members that registered. */
export const eventRegistrations: FastifyPluginAsync = async (app) => {
  await app.register(eventOrders)
  await app.register(eventCheckIn)
  await app.register(ownRegistrations)
  await app.register(eventCancellations)
  await app.register(registrationTransfers)
  await app.register(cancelledEvents)

  serve(app, operations.listAllEventRegistrations, async (request, reply) => {
    const { scope, query } = request
    const input = parseNamedListQuery(query)
    return sendList(request, reply, await withRegistrationFields(scope, registrationList(scope), input), input)
  })

  serve(app, operations.listEventRegistrations, async (request, reply) => {
    const { scope, params, query } = request
    await requireEvent(scope, params.eventId)
    const input = parseNamedListQuery(query)
    const list = eventRegistrationList(scope, params.eventId)
    return sendList(request, reply, await withRegistrationFields(scope, list, input, params.eventId), input)
  })

  serve(app, operations.downloadEventRegistrations, async (request) => {
    const { scope, params, query } = request
    return sendCsv(request, await downloadRegistrations(scope, params.eventId, parseNamedListQuery(query)))
  })

  serveRow(app, operations.getEventRegistration, (scope, { params }) =>
    readEventRegistration(scope, params.eventId, params.registrationId),
  )

  serveSave(app, operations.saveEventRegistration, (scope, { params, body, expected }) =>
    saveRegistration(scope, { eventId: params.eventId, id: params.registrationId }, body, expected),
  )

  serveSave(app, operations.approveEventRegistration, (scope, { params, expected }) =>
    approveRegistration(scope, { eventId: params.eventId, id: params.registrationId }, expected),
  )

  serveSave(app, operations.rejectEventRegistration, (scope, { params, expected }) =>
    rejectRegistration(scope, { eventId: params.eventId, id: params.registrationId }, expected),
  )
}
