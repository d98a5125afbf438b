import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { presentAssignment } from './staff.presenter.ts'
import { listAssignedStaff } from './staff.queries.ts'
import { assignStaff, endAssignment } from './staff.service.ts'

export const staffRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listAssignedContacts, async ({ scope, params }, reply) => {
    const found = await listAssignedStaff(scope, params.contactId)
    return withVersion(
      reply,
      found,
      each((row) => presentAssignment(scope, row)),
    )
  })

  serve(app, operations.saveAssignedContact, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const saved = await assignStaff(scope, params.contactId, params.contactRelationshipId, body, expected)
    return withVersion(reply, saved, (row) => presentAssignment(scope, row))
  })

  serve(app, operations.deleteAssignedContact, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await endAssignment(scope, params.contactId, params.contactRelationshipId, expectedIfMatch(request)),
      gone,
    )
  })
}
