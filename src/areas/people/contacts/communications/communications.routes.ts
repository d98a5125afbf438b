import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { presentList } from '#kernel/listing/list-response'
import { sendVersionOf } from '../contact-parts.presenter.ts'
import { readParts } from '../contact-parts.queries.ts'
import { presentCommunication, presentCommunicationEdit } from './communications.presenter.ts'
import { getCommunication, listCommunications } from './communications.queries.ts'
import { deleteCommunication, saveCommunication } from './communications.service.ts'

export const communications: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactCommunications, async ({ scope, params, query }, reply) => {
    const found = await listCommunications(scope, params.contactId, { take: query.Take, skip: query.Skip })
    return presentList(sendVersionOf(reply, found), (row) => presentCommunication(scope, row))
  })

  serve(app, operations.getContactCommunication, async ({ scope, params }, reply) => {
    const { contactId, communicationId } = params
    const found = await readParts(scope, contactId, () =>
      getCommunication(scope.db.prisma, scope, contactId, communicationId),
    )
    return presentCommunicationEdit(scope, sendVersionOf(reply, found))
  })

  serve(app, operations.saveContactCommunication, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await saveCommunication(scope, params.contactId, params.communicationId, body, expected)
    return presentCommunicationEdit(scope, sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactCommunication, async (request, reply) => {
    const { scope, params } = request
    const expected = expectedIfMatch(request)
    sendVersionOf(reply, await deleteCommunication(scope, params.contactId, params.communicationId, expected))
    return {}
  })
}
