import type { FastifyPluginAsync } from 'fastify'
import { requireEvent } from '#areas/events/registrations/registrations.queries'
import { operations } from '#contract/events/exhibitors'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { eventExhibitorList, exhibitorList } from './exhibitors.listing.ts'
import { readEventExhibitor } from './exhibitors.queries.ts'
import { cancelExhibitor, saveExhibitor } from './exhibitors.service.ts'

/** The exhibitors of events, for staff. */
export const eventExhibitors: FastifyPluginAsync = async (app) => {
  serve(app, operations.listAllEventExhibitors, async (request, reply) =>
    sendList(request, reply, exhibitorList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.listEventExhibitors, async (request, reply) => {
    const { scope, params, query } = request
    await requireEvent(scope, params.eventId)
    return sendList(request, reply, eventExhibitorList(scope, params.eventId), parseNamedListQuery(query))
  })

  serve(app, operations.getEventExhibitor, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readEventExhibitor(scope, params.eventId, params.exhibitorId)),
  )

  serve(app, operations.saveEventExhibitor, async (request, reply) => {
    const { scope, params, body } = request
    const key = { eventId: params.eventId, id: params.exhibitorId }
    return sendVersionedRow(reply, await saveExhibitor(scope, key, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.cancelEventExhibitor, async (request, reply) => {
    const { scope, params, body } = request
    const key = { eventId: params.eventId, id: params.exhibitorId }
    return sendVersionedRow(reply, await cancelExhibitor(scope, key, expectedVersion(request, body.AuditId)))
  })
}
