import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { createCaptcha } from '#areas/events/captcha/captcha.service'
import { operations, type RegistrationEnvironment } from '#contract/events/public-registration'
import { serve } from '#kernel/http/serve'
import { visitEvent } from '../event-visit.queries.ts'
import { respond, throwProblems } from '../public-responses.presenter.ts'
import { presentEnvironment } from './environment.presenter.ts'
import { type EnvironmentRequest, listEventCountries, readEnvironment } from './environment.service.ts'

/** A credential of staff or of a member counts; none is needed. */
const OPTIONS = { takesCredential: true } as const

/** The same for paths that can contain the code of an invitation, or the key of a cart. */
const SECRET_OPTIONS = { ...OPTIONS, hasSecretPath: true } as const

/** Serves what a registration form shows. */
export const environments: FastifyPluginAsync = async (app) => {
  const environment = async (
    request: FastifyRequest,
    eventId: number,
    asked: EnvironmentRequest,
  ): Promise<NonNullable<RegistrationEnvironment>> => {
    const visit = await visitEvent(app, request, eventId)
    const found = await readEnvironment(visit, asked)
    const Captcha = visit.isStaff ? null : await createCaptcha(visit.scope, app.captchaTools)
    return { ...presentEnvironment(visit.scope, found), Captcha }
  }

  serve(
    app,
    operations.getRegistrationEnvironment,
    (request) => {
      const { contactid, regid } = request.query
      return respond(() => environment(request, request.params.id, { contact: contactid, registration: regid }))
    },
    OPTIONS,
  )

  serve(
    app,
    operations.getContactRegistrationEnvironment,
    (request) => {
      const { id, contactid } = request.params
      return respond(() => environment(request, id, { contact: contactid, registration: request.query.regid }))
    },
    SECRET_OPTIONS,
  )

  serve(
    app,
    operations.getRegistrationEnvironmentOfRegistration,
    (request) => {
      const { id, contactid, regid } = request.params
      return respond(() => environment(request, id, { contact: contactid, registration: regid }))
    },
    SECRET_OPTIONS,
  )

  serve(app, operations.listRegistrationCountries, (request) =>
    throwProblems(async () => listEventCountries(await visitEvent(app, request, request.params.id))),
  )
}
