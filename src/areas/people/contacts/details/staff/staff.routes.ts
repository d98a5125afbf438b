import type { FastifyInstance } from 'fastify'
import { operations } from '../../../../../contract/people/contacts-details.ts'
import { serve } from '../../../../../kernel/http/serve.ts'
import { expectedVersion } from '../../../../../kernel/http/versions.ts'
import { withVersion } from '../answer.ts'
import { listAssignedStaff } from './staff.queries.ts'
import { assignStaff, endAssignment } from './staff.service.ts'

export const staffRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listAssignedContacts, async ({ scope, params }, reply) => withVersion(reply, await listAssignedStaff(scope, params.contactId)))

  serve(app, operations.saveAssignedContact, async (request, reply) => {
    const { scope, params, body } = request
    return withVersion(reply, await assignStaff(scope, params.contactId, params.contactRelationshipId, body, expectedVersion(request, body.AuditId)))
  })

  serve(app, operations.deleteAssignedContact, async (request, reply) => {
    const { scope, params } = request
    return withVersion(reply, await endAssignment(scope, params.contactId, params.contactRelationshipId, expectedVersion(request)))
  })
}
