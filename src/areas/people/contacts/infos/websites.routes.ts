import type { FastifyPluginAsync } from 'fastify'
import type { ContactWebsiteDetail } from '#contract/people/contacts-details'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch } from '#kernel/http/versions'
import { sendVersionOf } from '../contact-parts.presenter.ts'
import { listWebsites, type WebsiteOfContact } from './infos.queries.ts'
import { deleteWebsite, makeWebsitePrimary, saveWebsite } from './infos.service.ts'

const presentWebsite = (website: WebsiteOfContact): ContactWebsiteDetail => ({
  WebAddressId: website.id,
  ContactId: website.contactId,
  Url: website.url,
  WebAddressTypeId: website.typeId as ContactWebsiteDetail['WebAddressTypeId'],
  IsUnpublished: website.isUnpublished,
  IsPrimary: website.isPrimary,
})

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
