import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { presentRelationship } from './relationships.presenter.ts'
import { listRelationships } from './relationships.queries.ts'
import { deleteRelationship, saveRelationship } from './relationships.service.ts'

export const relationshipRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactRelationships, async ({ scope, params }, reply) => {
    const found = await listRelationships(scope, params.contactId)
    return withVersion(
      reply,
      found,
      each((row) => presentRelationship(scope, row, params.contactId)),
    )
  })

  serve(app, operations.saveContactRelationship, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await saveRelationship(scope, params.contactId, params.contactRelationshipId, body, expected)
    return withVersion(reply, saved, (row) => presentRelationship(scope, row, params.contactId))
  })

  serve(app, operations.deleteContactRelationship, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deleteRelationship(scope, params.contactId, params.contactRelationshipId, expectedIfMatch(request)),
      gone,
    )
  })
}
