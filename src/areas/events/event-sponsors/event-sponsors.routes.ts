import type { FastifyPluginAsync } from 'fastify'
import { requireEvent } from '#areas/events/registrations/registrations.queries'
import { operations } from '#contract/events/event-sponsors'
import { serve } from '#kernel/http/serve'
import { serveList, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { eventSponsorList, sponsorsOfEvent } from './event-sponsors.listing.ts'
import { readSponsorOfEvent } from './event-sponsors.queries.ts'
import { saveEventSponsor } from './event-sponsors.service.ts'
import { sponsorMatching } from './matching/matching.routes.ts'
import {
  approveEventSponsor,
  cancelEventSponsor,
  declineEventSponsor,
  markEventSponsorNotAttending,
} from './sponsor-statuses.service.ts'

/** Serves the sponsors of events. */
export const eventSponsors: FastifyPluginAsync = async (app) => {
  await app.register(sponsorMatching)

  serveList(app, operations.listAllEventSponsors, eventSponsorList, parseNamedListQuery)

  serve(app, operations.listEventSponsors, async (request, reply) => {
    const { scope, params, query } = request
    await requireEvent(scope, params.eventId)
    return sendList(request, reply, sponsorsOfEvent(scope, params.eventId), parseNamedListQuery(query))
  })

  serveRow(app, operations.getEventSponsor, (scope, { params }) =>
    readSponsorOfEvent(scope, params.eventId, params.eventSponsorId),
  )

  serveSave(app, operations.saveEventSponsor, (scope, { params, body, expected }) =>
    saveEventSponsor(scope, keyOf(params), body, expected),
  )

  serveSave(app, operations.approveEventSponsor, (scope, { params, expected }) =>
    approveEventSponsor(scope, keyOf(params), expected),
  )

  serveSave(app, operations.declineEventSponsor, (scope, { params, expected }) =>
    declineEventSponsor(scope, keyOf(params), expected),
  )

  serveSave(app, operations.markEventSponsorNotAttending, (scope, { params, expected }) =>
    markEventSponsorNotAttending(scope, keyOf(params), expected),
  )

  serveSave(app, operations.cancelEventSponsor, (scope, { params, expected }) =>
    cancelEventSponsor(scope, keyOf(params), expected),
  )
}

const keyOf = ({ eventId, eventSponsorId }: { eventId: number; eventSponsorId: number }) => ({
  eventId,
  id: eventSponsorId,
})
