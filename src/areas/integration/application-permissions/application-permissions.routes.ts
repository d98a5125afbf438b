import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/application-permissions'
import { refusedAsUnauthorized } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { serveRecord } from '#kernel/http/serve-forms'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { hasGrant } from '#kernel/tenancy/scope'
import {
  parseApiKeyEdit,
  parseOAuthClientEdit,
  parseOptionalVersion,
  requireComplete,
} from './application-permissions.input.ts'
import {
  presentApiKey,
  presentApiKeyEdit,
  presentOAuthClient,
  presentOAuthClientEdit,
} from './application-permissions.presenter.ts'
import { getPermission, listPermissions } from './application-permissions.queries.ts'
import { createPermission, deletePermission, resetSecret, updatePermission } from './application-permissions.service.ts'

/** Serves API keys and OAuth clients of third-party applications. */
export const applicationPermissions: FastifyPluginAsync = async (app) => {
  // The response to a change waits until every replica has applied it.
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 400) await app.credentialsSettled()
  })

  // The documents state 401 for a caller that is not authorized.
  app.setErrorHandler((error: Error) => {
    throw refusedAsUnauthorized(error)
  })

  await app.register(apiKeys)
  await app.register(oauthClients)

  serve(app, operations.checkApplicationPermissionAccess, async ({ scope }) =>
    hasGrant(scope, 'application-permissions:write'),
  )
}

const apiKeys: FastifyPluginAsync = async (app) => {
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
        ? await createPermission(scope, 'apikey', requireComplete(edit, '/ApiKeyInfoJson'))
        : await updatePermission(scope, 'apikey', id, edit, parseOptionalVersion(expectedVersion(request, auditId)))
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

const oauthClients: FastifyPluginAsync = async (app) => {
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
        ? await createPermission(scope, 'oauthclient', requireComplete(edit, '/OAuthClientInfoJson'))
        : await updatePermission(
            scope,
            'oauthclient',
            id,
            edit,
            parseOptionalVersion(expectedVersion(request, auditId)),
          )
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
