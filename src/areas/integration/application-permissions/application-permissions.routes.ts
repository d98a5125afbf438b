import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/application-permissions'
import { refusedAsUnauthorized } from '#kernel/errors/problem'
import { serve } from '#kernel/http/serve'
import { hasGrant } from '#kernel/tenancy/scope'
import { apiKeys } from './api-keys.routes.ts'
import { oauthClients } from './oauth-clients.routes.ts'

/** API keys and OAuth clients of third-party applications. */
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
