import type { FastifyPluginAsync } from 'fastify'
import {
  cancelPayerOrder,
  type PayerChoice,
  readPayerOrder,
} from '#areas/events/registrations/cancellation/payer-cancellations.service'
import { operations, type PayerOrderKeyInput } from '#contract/events/cancellations'
import { serve } from '#kernel/http/serve'
import { visitEvent } from '../event-visit.queries.ts'
import { respond } from '../public-responses.presenter.ts'
import { presentPayerOrder } from './payer-orders.presenter.ts'

/** Serves the cancellations of payers by the link of their confirmation: its key is the credential. */
export const payerOrders: FastifyPluginAsync = async (app) => {
  serve(app, operations.openPayerOrder, (request) =>
    respond(async () => {
      const { scope, eventId } = await visitEvent(app, request, request.params.id)
      return presentPayerOrder(scope, await readPayerOrder(scope, choiceOf(eventId, request.body)))
    }),
  )

  serve(app, operations.cancelPayerOrder, (request) =>
    respond(async () => {
      const { scope, eventId } = await visitEvent(app, request, request.params.id)
      const choice = choiceOf(eventId, request.body)
      return presentPayerOrder(scope, await cancelPayerOrder(scope, choice, request.body.CreditAmount))
    }),
  )
}

const choiceOf = (eventId: number, { OrderKey, RegistrationIds }: PayerOrderKeyInput): PayerChoice => ({
  eventId,
  orderKey: OrderKey,
  registrationIds: RegistrationIds ?? null,
})
