import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/application-permissions'
import { serve } from '#kernel/http/serve'
import { serveRecord } from '#kernel/http/serve-forms'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { assertComplete, optionalVersion, parseOAuthClientEdit } from './application-permissions.input.ts'
import { presentOAuthClient, presentOAuthClientEdit } from './application-permissions.presenter.ts'
import { getPermission, listPermissions } from './application-permissions.queries.ts'
import { createPermission, deletePermission, resetSecret, updatePermission } from './application-permissions.service.ts'

/** OAuth clients. */
export const oauthClients: FastifyPluginAsync = async (app) => {
  serve(app, operations.listOAuthClients, async ({ scope }) =>
    (await listPermissions(scope, 'oauthclient')).map((permission) => presentOAuthClient(scope, { permission })),
  )
  serveRecord(
    app,
    operations.getOAuthClient,
    (scope, { params }) => getPermission(scope, 'oauthclient', params.applicationpermissionid),
    (permission, scope) => presentOAuthClientEdit(scope, permission),
  )
  serve(app, operations.saveOAuthClient, async (request, reply) => {
    const { scope, body } = request
    const id = request.params.applicationpermissionid
    const { edit, auditId } = parseOAuthClientEdit(body, id)
    const saved =
      id === 0
        ? await createPermission(scope, 'oauthclient', assertComplete(edit, '/OAuthClientInfoJson'))
        : await updatePermission(scope, 'oauthclient', id, edit, optionalVersion(expectedVersion(request, auditId)))
    sendVersion(reply, saved.permission.auditId)
    return presentOAuthClient(scope, saved)
  })
  serve(app, operations.resetOAuthClientSecret, async ({ scope, params, query }, reply) => {
    const id = params.applicationpermissionid
    const { permission, secret } = await resetSecret(scope, 'oauthclient', id, query.graceseconds)
    reply.header('x-client-secret', secret)
    return permission.id
  })
  serve(app, operations.deleteOAuthClient, async (request) =>
    deletePermission(request.scope, 'oauthclient', request.params.applicationpermissionid, expectedIfMatch(request)),
  )
}
