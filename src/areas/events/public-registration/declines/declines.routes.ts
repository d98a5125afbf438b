import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/public-registration'
import { serve } from '#kernel/http/serve'
import { visitEvent } from '../event-visit.queries.ts'
import { respond } from '../public-responses.presenter.ts'
import { declineAsVisitor } from './declines.service.ts'

/** Serves the declines of invited contacts. The path can contain the code of an invitation. */
export const declines: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.declineInvitation,
    (request) =>
      respond(async () => {
        const { id, contactid } = request.params
        return declineAsVisitor(await visitEvent(app, request, id), contactid)
      }),
    { takesCredential: true, hasSecretPath: true },
  )
}
