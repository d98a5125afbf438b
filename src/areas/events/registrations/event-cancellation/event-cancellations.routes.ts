import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/cancellations'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { readCancellation } from './event-cancellations.queries.ts'
import { cancelEvent } from './event-cancellations.service.ts'

/** Cancellations of whole events, and their progress. */
export const cancelledEvents: FastifyPluginAsync = async (app) => {
  serve(app, operations.cancelEvent, (request) => {
    const { scope, params, body } = request
    return cancelEvent(scope, params.eventId, body, expectedVersion(request, body.AuditId))
  })

  serve(app, operations.getEventCancellation, ({ scope, params }) =>
    scope.db.transaction((tx) => readCancellation(scope, tx, params.eventId)),
  )
}
