import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { presentWebsite } from './websites.presenter.ts'
import { listWebsites } from './websites.queries.ts'
import { deleteWebsite, makeWebsitePrimary, saveWebsite } from './websites.service.ts'

export const websiteRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listWebsitesOfContact, async ({ scope, params }, reply) =>
    withVersion(reply, await listWebsites(scope, params.contactId), each(presentWebsite)),
  )

  serve(app, operations.saveContactWebsite, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(
      reply,
      await saveWebsite(scope, params.contactId, params.websiteId, body, expectedIfMatch(request)),
      presentWebsite,
    )
  })

  serve(app, operations.deleteContactWebsite, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deleteWebsite(scope, params.contactId, params.websiteId, expectedIfMatch(request)),
      gone,
    )
  })

  serve(app, operations.makeContactWebsitePrimary, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await makeWebsitePrimary(scope, params.contactId, params.websiteId, expectedIfMatch(request)),
      presentWebsite,
    )
  })
}
