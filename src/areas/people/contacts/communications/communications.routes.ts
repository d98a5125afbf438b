import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { serveDelete } from '#kernel/http/serve-forms'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import { parseNamedListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { findEditable, getContactHead } from '../contact-parts.queries.ts'
import { presentPartActions } from '../contacts.presenter.ts'
import { communicationList } from './communications.listing.ts'
import { presentCommunicationEdit } from './communications.presenter.ts'
import { getCommunicationWithFiles } from './communications.queries.ts'
import { deleteCommunication, saveCommunication } from './communications.service.ts'

export const communications: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactCommunications, async (request, reply) => {
    const { scope, params, query } = request
    const { contactId } = params
    await getContactHead(scope, contactId)
    const list = communicationList(contactId, presentPartActions(await findEditable(scope, [contactId]), contactId))
    return sendList(request, reply, list, parseNamedListQuery(query), { hasNextLink: false })
  })

  serve(app, operations.getContactCommunication, async ({ scope, params }, reply) => {
    const { contactId, communicationId } = params
    const found = await getCommunicationWithFiles(scope, contactId, communicationId)
    sendVersion(reply, found.auditId)
    return presentCommunicationEdit(await findEditable(scope, [contactId]), found)
  })

  serve(app, operations.saveContactCommunication, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await saveCommunication(scope, params.contactId, params.communicationId, body, expected)
    sendVersion(reply, saved.auditId)
    return presentCommunicationEdit(await findEditable(scope, [params.contactId]), saved)
  })

  serveDelete(app, operations.deleteContactCommunication, (scope, { params, expected }) =>
    deleteCommunication(scope, params.contactId, params.communicationId, expected),
  )
}
