import type { FastifyInstance } from 'fastify'
import { operations } from '../../../../../contract/people/contacts-details.ts'
import { serve } from '../../../../../kernel/http/serve.ts'
import { expectedVersion } from '../../../../../kernel/http/versions.ts'
import { withVersion } from '../answer.ts'
import { deleteRoleType, listRoleTypes, saveRoleType } from './role-types.service.ts'
import { listRoles } from './roles.queries.ts'
import { deleteRole, saveRole } from './roles.service.ts'

export const roleRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactRoleTypes, async ({ scope }) => listRoleTypes(scope))

  serve(app, operations.saveContactRoleType, async ({ scope, params, body }) =>
    saveRoleType(scope, params.roleId, body),
  )

  serve(app, operations.deleteContactRoleType, async ({ scope, params }) => {
    await deleteRoleType(scope, params.roleId)
    return {}
  })

  serve(app, operations.listContactRoles, async ({ scope, params }, reply) =>
    withVersion(reply, await listRoles(scope, params.contactId)),
  )

  serve(app, operations.saveContactRole, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.ContactRoleAuditId)
    return withVersion(reply, await saveRole(scope, params.contactId, params.contactRoleId, body, expected))
  })

  serve(app, operations.deleteContactRole, async (request, reply) => {
    const { scope, params } = request
    return withVersion(reply, await deleteRole(scope, params.contactId, params.contactRoleId, expectedVersion(request)))
  })
}
