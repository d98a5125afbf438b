import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { presentPartActions, sendVersionOf } from '../contact-parts.presenter.ts'
import { findEditable, getContactHead, readParts } from '../contact-parts.queries.ts'
import { communicationList } from './communications.listing.ts'
import { presentCommunicationEdit } from './communications.presenter.ts'
import { getCommunicationWithFiles } from './communications.queries.ts'
import { deleteCommunication, saveCommunication } from './communications.service.ts'

export const communications: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactCommunications, async (request, reply) => {
    const { scope, params, query } = request
    sendVersion(reply, (await getContactHead(scope, params.contactId)).auditId)
    const { contactId } = params
    const list = communicationList(contactId, presentPartActions(await findEditable(scope, [contactId]), contactId))
    return sendList(request, reply, list, parseNamedListQuery(query), { hasNextLink: false })
  })

  serve(app, operations.getContactCommunication, async ({ scope, params }, reply) => {
    const { contactId, communicationId } = params
    const found = await readParts(scope, contactId, () => getCommunicationWithFiles(scope, contactId, communicationId))
    return presentCommunicationEdit(await findEditable(scope, [contactId]), sendVersionOf(reply, found))
  })

  serve(app, operations.saveContactCommunication, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await saveCommunication(scope, params.contactId, params.communicationId, body, expected)
    return presentCommunicationEdit(await findEditable(scope, [params.contactId]), sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactCommunication, async (request, reply) => {
    const { scope, params } = request
    const expected = expectedIfMatch(request)
    sendVersionOf(reply, await deleteCommunication(scope, params.contactId, params.communicationId, expected))
    return {}
  })
}
