import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/application-permissions'
import { serve } from '#kernel/http/serve'
import { serveRecord } from '#kernel/http/serve-forms'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { assertComplete, optionalVersion, parseApiKeyEdit } from './application-permissions.input.ts'
import { presentApiKey, presentApiKeyEdit } from './application-permissions.presenter.ts'
import { getPermission, listPermissions } from './application-permissions.queries.ts'
import { createPermission, deletePermission, resetSecret, updatePermission } from './application-permissions.service.ts'

/** API keys. */
export const apiKeys: FastifyPluginAsync = async (app) => {
  serve(app, operations.listApiKeys, async ({ scope }) =>
    (await listPermissions(scope, 'apikey')).map((permission) => presentApiKey(scope, { permission })),
  )
  serveRecord(
    app,
    operations.getApiKey,
    (scope, { params }) => getPermission(scope, 'apikey', params.applicationpermissionid),
    (permission, scope) => presentApiKeyEdit(scope, permission),
  )
  serve(app, operations.saveApiKey, async (request, reply) => {
    const { scope, body } = request
    const id = request.params.applicationpermissionid
    const { edit, auditId } = parseApiKeyEdit(body, id, scope.tenant.key)
    const saved =
      id === 0
        ? await createPermission(scope, 'apikey', assertComplete(edit, '/ApiKeyInfoJson'))
        : await updatePermission(scope, 'apikey', id, edit, optionalVersion(expectedVersion(request, auditId)))
    sendVersion(reply, saved.permission.auditId)
    return presentApiKey(scope, saved)
  })
  serve(app, operations.resetApiKey, async ({ scope, params, query }, reply) => {
    const { permission, secret } = await resetSecret(
      scope,
      'apikey',
      params.applicationpermissionid,
      query.graceseconds,
    )
    reply.header('x-api-key', secret)
    return permission.id
  })
  serve(app, operations.deleteApiKey, async (request) =>
    deletePermission(request.scope, 'apikey', request.params.applicationpermissionid, expectedIfMatch(request)),
  )
}
