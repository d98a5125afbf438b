import type { FastifyPluginAsync } from 'fastify'
import { getMemberView, requireMember } from '#areas/people/member-logins/member-logins.queries'
import { operations as cancellations } from '#contract/events/cancellations'
import { operations } from '#contract/events/registrations'
import { JsonText, serve } from '#kernel/http/serve'
import { readRows } from '#kernel/listing/list-rows'
import { presentPlan } from '../cancellation/cancellations.presenter.ts'
import { cancelOwn, previewOwn } from '../cancellation/payer-cancellations.service.ts'
import { ownRegistrationList } from './own-registrations.listing.ts'

/** Serves what a signed-in member is registered for. */
export const ownRegistrations: FastifyPluginAsync = async (app) => {
  serve(app, operations.listOwnEventRegistrations, async ({ scope }) => {
    const { contactIds } = await getMemberView(scope, requireMember(scope))
    return new JsonText(`{"Registrations":${await readRows(scope, ownRegistrationList(scope, contactIds))}}`)
  })

  serve(app, cancellations.previewOwnCancellation, async ({ scope, params }) =>
    presentPlan(await previewOwn(scope, params.registrationId)),
  )

  serve(app, cancellations.cancelOwnEventRegistration, async ({ scope, params, body }) =>
    presentPlan(await cancelOwn(scope, params.registrationId, body.CreditAmount)),
  )
}
