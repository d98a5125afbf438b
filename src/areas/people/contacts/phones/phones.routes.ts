import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { presentPhone } from './phones.presenter.ts'
import { listPhones } from './phones.queries.ts'
import { deletePhone, makePhonePrimary, savePhone } from './phones.service.ts'

export const phoneRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listPhonesOfContact, async ({ scope, params }, reply) =>
    withVersion(reply, await listPhones(scope, params.contactId), each(presentPhone)),
  )

  serve(app, operations.saveContactPhone, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(
      reply,
      await savePhone(scope, params.contactId, params.phoneId, body, expectedIfMatch(request)),
      presentPhone,
    )
  })

  serve(app, operations.deleteContactPhone, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deletePhone(scope, params.contactId, params.phoneId, expectedIfMatch(request)),
      gone,
    )
  })

  serve(app, operations.makeContactPhonePrimary, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await makePhonePrimary(scope, params.contactId, params.phoneId, expectedIfMatch(request)),
      presentPhone,
    )
  })
}
