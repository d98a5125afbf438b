import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/registrations'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendCsv } from '#kernel/listing/list-csv'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { eventCancellations } from './cancellation/cancellations.routes.ts'
import { eventCheckIn } from './check-in/check-in.routes.ts'
import { cancelledEvents } from './event-cancellation/event-cancellations.routes.ts'
import { eventOrders } from './orders/orders.routes.ts'
import { downloadRegistrations } from './registration-files.service.ts'
import { withRegistrationFields } from './registration-values.service.ts'
import { eventRegistrationList, registrationList } from './registrations.listing.ts'
import { readEventRegistration, requireEvent } from './registrations.queries.ts'
import { approveRegistration, rejectRegistration, saveRegistration } from './registrations.service.ts'
import { ownRegistrations } from './self/own-registrations.routes.ts'
import { registrationTransfers } from './transfer/transfers.routes.ts'

/** Registrations for events and their orders, for staff and for the members that registered. */
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

  serve(app, operations.getEventRegistration, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readEventRegistration(scope, params.eventId, params.registrationId)),
  )

  serve(app, operations.saveEventRegistration, async (request, reply) => {
    const { scope, params, body } = request
    const key = { eventId: params.eventId, id: params.registrationId }
    return sendVersionedRow(reply, await saveRegistration(scope, key, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.approveEventRegistration, async (request, reply) => {
    const { scope, params, body } = request
    const key = { eventId: params.eventId, id: params.registrationId }
    return sendVersionedRow(reply, await approveRegistration(scope, key, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.rejectEventRegistration, async (request, reply) => {
    const { scope, params, body } = request
    const key = { eventId: params.eventId, id: params.registrationId }
    return sendVersionedRow(reply, await rejectRegistration(scope, key, expectedVersion(request, body.AuditId)))
  })
}
