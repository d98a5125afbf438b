import type { FastifyPluginAsync } from 'fastify'
import { EVENT_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/events/events'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveLookup, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { eventList } from './events.listing.ts'
import { listEventChoices, readEvent } from './events.queries.ts'
import { deleteEvent, saveEvent } from './events.service.ts'

/** Events with everything that can be registered for and bought. */
export const events: FastifyPluginAsync = async (app) => {
  serve(app, operations.listEvents, async (request, reply) => {
    const { scope, query } = request
    const list = eventList(scope)
    const input = parseNamedListQuery(query)
    const listing = await addCustomFields(scope.db, list.listing, input, EVENT_OBJECT_TYPES)
    return sendList(request, reply, { ...list, listing }, input)
  })

  serveLookup(app, operations.lookupEvents, listEventChoices)

  serveRow(app, operations.getEvent, (scope, { params }) => readEvent(scope, params.eventId))

  serveSave(app, operations.saveEvent, (scope, { params, body, expected }) =>
    saveEvent(scope, params.eventId, body, expected),
  )

  serveDelete(app, operations.deleteEvent, (scope, { params, expected }) =>
    deleteEvent(scope, params.eventId, expected),
  )
}
