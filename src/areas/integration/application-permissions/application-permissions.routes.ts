import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/application-permissions'
import { serve } from '#kernel/http/serve'
import { hasGrant } from '#kernel/tenancy/scope'
import { serveApiKeys } from './api-keys.routes.ts'
import { serveOAuthClients } from './oauth-clients.routes.ts'

/** API keys and OAuth clients of third-party applications. */
export const applicationPermissions: FastifyPluginAsync = async (app) => {
  // A change is answered only after every replica has heard of it.
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && reply.statusCode < 400) await app.credentialsSettled()
  })

  serve(app, operations.checkApplicationPermissionAccess, async ({ scope }) =>
    hasGrant(scope, 'application-permissions:write'),
  )
  serveApiKeys(app)
  serveOAuthClients(app)
}
