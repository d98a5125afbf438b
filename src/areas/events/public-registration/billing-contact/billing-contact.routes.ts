import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/events/public-registration'
import { notFound } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { isEventStaff } from '../event-visit.queries.ts'
import { matchBillingContact } from './billing-contact.service.ts'
import { presentEnteredPayer } from './entered-payer.model.ts'

/** Serves the contact that pays for a registration. */
export const billingContacts: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.determineBillingContact,
    async (request) => {
      if (request.caller && isEventStaff(request.scope)) return matchBillingContact(request.scope, request.body)
      // A stranger gets back what was sent: no statement can reveal whether a contact exists.
      const key = request.headers['x-tenant-key']
      const isNamed = request.caller || (typeof key === 'string' && (await app.visitorScope(request, { key })))
      if (!isNamed) throw notFound('tenant')
      return presentEnteredPayer(request.body)
    },
    { takesCredential: true },
  )
}
