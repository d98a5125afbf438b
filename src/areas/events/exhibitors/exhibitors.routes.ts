import type { FastifyPluginAsync } from 'fastify'
import { requireEvent } from '#areas/events/registrations/registrations.queries'
import { operations } from '#contract/events/exhibitors'
import { serve } from '#kernel/http/serve'
import { serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { eventExhibitorList, exhibitorList } from './exhibitors.listing.ts'
import { readEventExhibitor } from './exhibitors.queries.ts'
import { cancelExhibitor, saveExhibitor } from './exhibitors.service.ts'

/** Serves the exhibitors of events, for staff. */
export const eventExhibitors: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listAllEventExhibitors, exhibitorList, parseNamedListQuery)

  serve(app, operations.listEventExhibitors, async (request, reply) => {
    const { scope, params, query } = request
    await requireEvent(scope, params.eventId)
    return sendList(request, reply, eventExhibitorList(scope, params.eventId), parseNamedListQuery(query))
  })

  serveRow(app, operations.getEventExhibitor, (scope, { params }) =>
    readEventExhibitor(scope, params.eventId, params.exhibitorId),
  )

  serveSave(app, operations.saveEventExhibitor, (scope, { params, body, expected }) =>
    saveExhibitor(scope, { eventId: params.eventId, id: params.exhibitorId }, body, expected),
  )

  serveSave(app, operations.cancelEventExhibitor, (scope, { params, expected }) =>
    cancelExhibitor(scope, { eventId: params.eventId, id: params.exhibitorId }, expected),
  )
}
