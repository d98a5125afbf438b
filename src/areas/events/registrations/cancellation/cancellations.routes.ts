import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/cancellations'
import { serve } from '#kernel/http/serve'
import { expectedVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { presentPlan } from './cancellations.presenter.ts'
import { cancelOrder, cancelRegistration, previewOrder, previewRegistration } from './cancellations.service.ts'

/** Cancellations of registrations and orders by staff. */
export const eventCancellations: FastifyPluginAsync = async (app) => {
  serve(app, operations.previewRegistrationCancellation, async ({ scope, params, body }) =>
    presentPlan(await previewRegistration(scope, { eventId: params.eventId, id: params.registrationId }, body)),
  )

  serve(app, operations.cancelEventRegistration, async (request, reply) => {
    const { scope, params, body } = request
    const key = { eventId: params.eventId, id: params.registrationId }
    return sendVersionedRow(reply, await cancelRegistration(scope, key, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.previewOrderCancellation, async ({ scope, params, body }) =>
    presentPlan(await previewOrder(scope, { eventId: params.eventId, id: params.orderId }, body)),
  )

  serve(app, operations.cancelEventOrder, async (request, reply) => {
    const { scope, params, body } = request
    const key = { eventId: params.eventId, id: params.orderId }
    return sendVersionedRow(reply, await cancelOrder(scope, key, body, expectedVersion(request, body.AuditId)))
  })
}
