import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/registrations'
import { serve } from '#kernel/http/serve'
import { serveRow } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { requireEvent } from '../registrations.queries.ts'
import { eventOrderList } from './orders.listing.ts'
import { readOrderForEvent } from './orders.queries.ts'

/** Serves submitted orders for events. */
export const eventOrders: FastifyPluginAsync = async (app) => {
  serve(app, operations.listEventOrders, async (request, reply) => {
    const { scope, params, query } = request
    await requireEvent(scope, params.eventId)
    return sendList(request, reply, eventOrderList(scope, params.eventId), parseNamedListQuery(query))
  })

  serveRow(app, operations.getEventOrder, (scope, { params }) =>
    readOrderForEvent(scope, params.eventId, params.orderId),
  )
}
