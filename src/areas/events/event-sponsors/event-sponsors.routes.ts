import type { FastifyPluginAsync } from 'fastify'
import { requireEvent } from '#areas/events/registrations/registrations.queries'
import { operations } from '#contract/events/event-sponsors'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
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

/** Sponsors of events. */
export const eventSponsors: FastifyPluginAsync = async (app) => {
  await app.register(sponsorMatching)

  serve(app, operations.listAllEventSponsors, (request, reply) =>
    sendList(request, reply, eventSponsorList(request.scope), parseNamedListQuery(request.query)),
  )

  serve(app, operations.listEventSponsors, async (request, reply) => {
    const { scope, params, query } = request
    await requireEvent(scope, params.eventId)
    return sendList(request, reply, sponsorsOfEvent(scope, params.eventId), parseNamedListQuery(query))
  })

  serve(app, operations.getEventSponsor, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readSponsorOfEvent(scope, params.eventId, params.eventSponsorId)),
  )

  serve(app, operations.saveEventSponsor, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveEventSponsor(scope, keyOf(params), body, expected))
  })

  serve(app, operations.approveEventSponsor, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await approveEventSponsor(scope, keyOf(params), expected))
  })

  serve(app, operations.declineEventSponsor, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await declineEventSponsor(scope, keyOf(params), expected))
  })

  serve(app, operations.markEventSponsorNotAttending, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await markEventSponsorNotAttending(scope, keyOf(params), expected))
  })

  serve(app, operations.cancelEventSponsor, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await cancelEventSponsor(scope, keyOf(params), expected))
  })
}

const keyOf = ({ eventId, eventSponsorId }: { eventId: number; eventSponsorId: number }) => ({
  eventId,
  id: eventSponsorId,
})
