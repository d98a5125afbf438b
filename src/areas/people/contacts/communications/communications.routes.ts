import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { gone, withVersion } from '../contact-parts.ts'
import { presentPage } from '../contact-parts-page.ts'
import { presentCommunication, presentCommunicationEdit } from './communications.presenter.ts'
import { getCommunication, listCommunications } from './communications.queries.ts'
import { deleteCommunication, saveCommunication } from './communications.service.ts'

export const communicationRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactCommunications, async ({ scope, params, query }, reply) => {
    const found = await listCommunications(scope, params.contactId, { take: query.Take, skip: query.Skip })
    return withVersion(
      reply,
      found,
      presentPage((row) => presentCommunication(scope, row)),
    )
  })

  serve(app, operations.getContactCommunication, async ({ scope, params }, reply) => {
    const found = await getCommunication(scope, params.contactId, params.communicationId)
    return withVersion(reply, found, (row) => presentCommunicationEdit(scope, row))
  })

  serve(app, operations.saveContactCommunication, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await saveCommunication(scope, params.contactId, params.communicationId, body, expected)
    return withVersion(reply, saved, (row) => presentCommunicationEdit(scope, row))
  })

  serve(app, operations.deleteContactCommunication, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deleteCommunication(scope, params.contactId, params.communicationId, expectedIfMatch(request)),
      gone,
    )
  })
}
