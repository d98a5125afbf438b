import type { FastifyInstance } from 'fastify'
import { operations } from '../../../../../contract/people/contacts-details.ts'
import { serve } from '../../../../../kernel/http/serve.ts'
import { expectedVersion } from '../../../../../kernel/http/versions.ts'
import { withVersion } from '../answer.ts'
import { getCommunication, listCommunications } from './communications.queries.ts'
import { deleteCommunication, saveCommunication } from './communications.service.ts'

export const communicationRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactCommunications, async ({ scope, params, query }, reply) =>
    withVersion(reply, await listCommunications(scope, params.contactId, { take: query.Take, skip: query.Skip })),
  )

  serve(app, operations.getContactCommunication, async ({ scope, params }, reply) =>
    withVersion(reply, await getCommunication(scope, params.contactId, params.communicationId)),
  )

  serve(app, operations.saveContactCommunication, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return withVersion(reply, await saveCommunication(scope, params.contactId, params.communicationId, body, expected))
  })

  serve(app, operations.deleteContactCommunication, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deleteCommunication(scope, params.contactId, params.communicationId, expectedVersion(request)),
    )
  })
}
