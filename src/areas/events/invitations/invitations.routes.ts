import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/invitations'
import { serve } from '#kernel/http/serve'
import { serveDelete, serveRow } from '#kernel/http/serve-forms'
import { expectedIfMatch } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { invitationList } from './invitations.listing.ts'
import { readInvitationOf, requireEvent } from './invitations.queries.ts'
import { resendInvitation, withdrawInvitation } from './invitations.service.ts'
import { invitationRuns } from './runs/runs.routes.ts'

/** Serves invitations of contacts to events. */
export const eventInvitations: FastifyPluginAsync = async (app) => {
  await app.register(invitationRuns)

  serve(app, operations.listEventInvitations, async (request, reply) => {
    const { scope, params, query } = request
    await requireEvent(scope, params.eventId)
    return sendList(request, reply, invitationList(scope, params.eventId), parseNamedListQuery(query))
  })

  serveRow(app, operations.getEventInvitation, (scope, { params }) =>
    readInvitationOf(scope, params.eventId, params.invitationId),
  )

  serve(app, operations.resendInvitation, async (request, reply) => {
    const { scope, params, body } = request
    const message = body.Message?.trim() || null
    return sendVersionedRow(reply, await resendInvitation(scope, params, message, expectedIfMatch(request)))
  })

  serveDelete(app, operations.withdrawInvitation, (scope, { params, expected }) =>
    withdrawInvitation(scope, params, expected),
  )
}
