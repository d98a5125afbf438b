import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { sendVersionOf } from '../contact-parts.presenter.ts'
import { presentWebsite } from './websites.presenter.ts'
import { listWebsites } from './websites.queries.ts'
import { deleteWebsite, makeWebsitePrimary, saveWebsite } from './websites.service.ts'

export const websites: FastifyPluginAsync = async (app) => {
  serve(app, operations.listWebsitesOfContact, async ({ scope, params }, reply) =>
    sendVersionOf(reply, await listWebsites(scope, params.contactId)).map(presentWebsite),
  )

  serve(app, operations.saveContactWebsite, async (request, reply) => {
    const { scope, params, body } = request
    const saved = await saveWebsite(scope, params.contactId, params.websiteId, body, expectedIfMatch(request))
    return presentWebsite(sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactWebsite, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(reply, await deleteWebsite(scope, params.contactId, params.websiteId, expectedIfMatch(request)))
    return {}
  })

  serve(app, operations.makeContactWebsitePrimary, async (request, reply) => {
    const { scope, params } = request
    const saved = await makeWebsitePrimary(scope, params.contactId, params.websiteId, expectedIfMatch(request))
    return presentWebsite(sendVersionOf(reply, saved))
  })
}
