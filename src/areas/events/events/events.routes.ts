import type { FastifyPluginAsync } from 'fastify'
import { EVENT_OBJECT_TYPES } from '#areas/people/custom-fields/values/fields.queries'
import { addCustomFields } from '#areas/people/custom-fields/values/values.queries'
import { operations } from '#contract/events/events'
import { presentChoices } from '#kernel/http/lookup-choices'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
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

  serve(app, operations.lookupEvents, async ({ scope }) => presentChoices(await listEventChoices(scope)))

  serve(app, operations.getEvent, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readEvent(scope, params.eventId)),
  )

  serve(app, operations.saveEvent, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveEvent(scope, params.eventId, body, expected))
  })

  serve(app, operations.deleteEvent, async (request) => {
    await deleteEvent(request.scope, request.params.eventId, expectedIfMatch(request))
    return {}
  })
}
