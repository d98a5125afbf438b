import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/public-registration'
import { serve } from '#kernel/http/serve'
import { visitEvent } from '../event-visit.queries.ts'
import { respond } from '../public-responses.presenter.ts'
import { presentConfirmation, presentPaymentPage } from './confirmation.presenter.ts'
import { submitCart } from './submission.service.ts'
import { readSubmittedOrder } from './submitted-orders.queries.ts'

/** Serves the submission of a cart. */
export const submissions: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.submitRegistration,
    (request) =>
      respond(async () => {
        const visit = await visitEvent(app, request, request.params.id)
        const origin = app.feedAddresses.origin(request)
        const tools = { captcha: app.captchaTools, processor: app.processorTools, origin }
        const submitted = await submitCart(visit, tools, request.body)
        return 'payment' in submitted
          ? presentPaymentPage(visit.scope, submitted.payment)
          : presentConfirmation(visit.scope, await readSubmittedOrder(visit.scope, submitted.orderId))
      }),
    // A credential of staff or of a member counts; none is needed.
    { takesCredential: true },
  )
}
