import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/people/contacts-details'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { sendVersionOf } from '../contacts.presenter.ts'
import { presentRole, presentRoleType } from './roles.presenter.ts'
import { listRoles, listRoleTypes } from './roles.queries.ts'
import { deleteRole, deleteRoleType, saveRole, saveRoleType } from './roles.service.ts'

/** Serves the roles of a contact, and the tenant's role types. */
export const roles: FastifyPluginAsync = async (app) => {
  serve(app, operations.listContactRoleTypes, async ({ scope }) => (await listRoleTypes(scope)).map(presentRoleType))

  serve(app, operations.saveContactRoleType, async ({ scope, params, body }) =>
    presentRoleType(await saveRoleType(scope, params.roleId, body)),
  )

  serveAction(app, operations.deleteContactRoleType, (scope, { params }) => deleteRoleType(scope, params.roleId))

  serve(app, operations.listContactRoles, async ({ scope, params }, reply) =>
    sendVersionOf(reply, await listRoles(scope, params.contactId)).map(presentRole),
  )

  serve(app, operations.saveContactRole, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.ContactRoleAuditId)
    const saved = await saveRole(scope, params.contactId, params.contactRoleId, body, expected)
    return presentRole(sendVersionOf(reply, saved))
  })

  serve(app, operations.deleteContactRole, async (request, reply) => {
    const { scope, params } = request
    sendVersionOf(reply, await deleteRole(scope, params.contactId, params.contactRoleId, expectedIfMatch(request)))
    return {}
  })
}
