import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { operations, type RegistrationCart } from '#contract/events/public-registration'
import { serve } from '#kernel/http/serve'
import { billingContacts } from './billing-contact/billing-contact.routes.ts'
import { presentCart } from './carts/cart.presenter.ts'
import { saveCart } from './carts/carts.service.ts'
import { declines } from './declines/declines.routes.ts'
import { environments } from './environment/environment.routes.ts'
import { visitEvent } from './event-visit.queries.ts'
import { formOf, formOfV1, type RegistrationForm } from './forms/form.input.ts'
import { registrationLinks } from './links/links.routes.ts'
import { saveProved } from './links/links.service.ts'
import { orderChanges } from './order-changes/order-changes.routes.ts'
import { payerOrders } from './payer-orders/payer-orders.routes.ts'
import { presentSplits } from './prices/splits.presenter.ts'
import { respond } from './public-responses.presenter.ts'
import { summaryOfFaults } from './refusals.model.ts'
import { calculatePrices, validateForm } from './registration-form.service.ts'
import { submissions } from './submission/submission.routes.ts'

/** A credential of staff or of a member counts; none is needed. */
const OPTIONS = { takesCredential: true } as const

/** Serves what visitors of a registration form use. */
export const publicRegistration: FastifyPluginAsync = async (app) => {
  await app.register(environments)
  await app.register(registrationLinks)
  await app.register(declines)
  await app.register(payerOrders)
  await app.register(orderChanges)
  await app.register(billingContacts)
  await app.register(submissions)

  serve(
    app,
    operations.calculateRegistrationSplits,
    (request) =>
      respond(async () => {
        const visit = await visitEvent(app, request, request.params.id)
        return presentSplits(visit.scope, await calculatePrices(visit, request.body))
      }),
    OPTIONS,
  )

  serve(
    app,
    operations.validateRegistration,
    async (request) => {
      const { Data: faults, ...refused } = await respond(async () =>
        validateForm(await visitEvent(app, request, request.params.id), request.body),
      )
      if (!faults) return { ...refused, Data: null }
      const Data = { IsValid: faults.length === 0, Warnings: [] }
      if (faults.length === 0) return { ...refused, Data }
      return { Status: 422, StatusMessage: summaryOfFaults(faults), Data, Errors: faults }
    },
    OPTIONS,
  )

  const register = async (
    request: FastifyRequest,
    eventId: number,
    form: RegistrationForm,
    response: string | null | undefined,
  ): Promise<NonNullable<RegistrationCart>> => {
    const visit = await visitEvent(app, request, eventId)
    const proof = { response, cartKey: form.cartKey, address: form.billing?.EmailAddress }
    return presentCart(visit.scope, await saveProved(visit, app.captchaTools, proof, () => saveCart(visit, form)))
  }

  serve(
    app,
    operations.registerAttendees,
    (request) =>
      respond(() => register(request, request.params.id, formOfV1(request.body), request.body.CaptchaResponse)),
    OPTIONS,
  )

  serve(
    app,
    operations.registerAttendeesV2,
    (request) =>
      respond(() => register(request, request.params.id, formOf(request.body), request.body.CaptchaResponse)),
    OPTIONS,
  )
}
