import type { FastifyInstance } from 'fastify'
import { operations } from '../../../../../contract/people/contacts-details.ts'
import { serve } from '../../../../../kernel/http/serve.ts'
import { expectedVersion } from '../../../../../kernel/http/versions.ts'
import { withVersion } from '../answer.ts'
import { listRelationships } from './relationships.queries.ts'
import { deleteRelationship, saveRelationship } from './relationships.service.ts'

export const relationshipRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactRelationships, async ({ scope, params }, reply) => withVersion(reply, await listRelationships(scope, params.contactId)))

  serve(app, operations.saveContactRelationship, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(reply, await saveRelationship(scope, params.contactId, params.contactRelationshipId, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.deleteContactRelationship, async (request, reply) => {
    const { scope, params } = request
    return withVersion(reply, await deleteRelationship(scope, params.contactId, params.contactRelationshipId, expectedVersion(request)))
  })
}
