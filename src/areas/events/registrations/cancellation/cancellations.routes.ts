import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/cancellations'
import { serve } from '#kernel/http/serve'
import { serveSave } from '#kernel/http/serve-forms'
import { presentPlan } from './cancellations.presenter.ts'
import { cancelOrder, cancelRegistration, previewOrder, previewRegistration } from './cancellations.service.ts'

/** Cancellations of registrations and orders by staff. */
export const eventCancellations: FastifyPluginAsync = async (app) => {
  serve(app, operations.previewRegistrationCancellation, async ({ scope, params, body }) =>
    presentPlan(await previewRegistration(scope, { eventId: params.eventId, id: params.registrationId }, body)),
  )

  serveSave(app, operations.cancelEventRegistration, (scope, { params, body, expected }) =>
    cancelRegistration(scope, { eventId: params.eventId, id: params.registrationId }, body, expected),
  )

  serve(app, operations.previewOrderCancellation, async ({ scope, params, body }) =>
    presentPlan(await previewOrder(scope, { eventId: params.eventId, id: params.orderId }, body)),
  )

  serveSave(app, operations.cancelEventOrder, (scope, { params, body, expected }) =>
    cancelOrder(scope, { eventId: params.eventId, id: params.orderId }, body, expected),
  )
}
