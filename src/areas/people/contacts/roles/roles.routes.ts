import type { FastifyInstance } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { each, gone, withVersion } from '../contact-parts.ts'
import { deleteRoleType, listRoleTypes, saveRoleType } from './role-types.service.ts'
import { presentRole, presentRoleType } from './roles.presenter.ts'
import { listRoles } from './roles.queries.ts'
import { deleteRole, saveRole } from './roles.service.ts'

export const roleRoutes = (app: FastifyInstance): void => {
  serve(app, operations.listContactRoleTypes, async ({ scope }) => (await listRoleTypes(scope)).map(presentRoleType))

  serve(app, operations.saveContactRoleType, async ({ scope, params, body }) =>
    presentRoleType(await saveRoleType(scope, params.roleId, body)),
  )

  serve(app, operations.deleteContactRoleType, async ({ scope, params }) => {
    await deleteRoleType(scope, params.roleId)
    return {}
  })

  serve(app, operations.listContactRoles, async ({ scope, params }, reply) =>
    withVersion(reply, await listRoles(scope, params.contactId), each(presentRole)),
  )

  serve(app, operations.saveContactRole, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.ContactRoleAuditId)
    return withVersion(
      reply,
      await saveRole(scope, params.contactId, params.contactRoleId, body, expected),
      presentRole,
    )
  })

  serve(app, operations.deleteContactRole, async (request, reply) => {
    const { scope, params } = request
    return withVersion(
      reply,
      await deleteRole(scope, params.contactId, params.contactRoleId, expectedIfMatch(request)),
      gone,
    )
  })
}
