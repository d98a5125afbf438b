import formbody from '@fastify/formbody'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { RESOURCE_PATHS, resourceMetadata, resourceMetadataPath } from '#services/auth/protected-resource'
import type { OAuthClient } from '../clients.ts'
import { authenticateClient } from './client-authentication.ts'
import { grantToClient } from './client-credentials.ts'
import { redeemCode } from './codes.ts'
import type { OAuthContext } from './context.ts'
import { introspectToken } from './introspect.ts'
import { serverMetadata } from './metadata.ts'
import { invalidClient, invalidRequest, OAuthError, sendOAuthError } from './oauth-error.ts'
import { Parameters } from './parameters.ts'
import { refreshTokens } from './refresh.ts'
import { requireOwnResource } from './resource.ts'
import { revokeToken } from './revoke.ts'
import type { TokenResponse } from './tokens.ts'

const PUBLIC = { config: { isPublic: true } } as const

/** Serves the endpoints of the OAuth server for programs; the page for users is in authorize.routes.ts. */
export const oauthEndpoints: FastifyPluginAsync<{ context: OAuthContext }> = async (app, { context }) => {
  app.removeAllContentTypeParsers()
  await app.register(formbody, { bodyLimit: 32_768 })
  app.setErrorHandler(sendOAuthError)
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', pragma: 'no-cache' })
  })

  app.post('/oauth2/token', PUBLIC, async (request) => {
    const client = await authenticateClient(context, request)
    return grantTokens(context, client, request)
  })
  app.post('/oauth2/revoke', PUBLIC, async (request, reply) => {
    const client = await authenticateClient(context, request)
    await revokeToken(context, client, formOf(request).need('token'), context.issuer(request))
    return reply.send()
  })
  app.post('/oauth2/introspect', PUBLIC, async (request) => {
    const client = await authenticateClient(context, request)
    if (client.isPublicClient) throw invalidClient('Introspection requires a client with a secret.', false)
    return introspectToken(context, client, formOf(request).need('token'), context.issuer(request))
  })
  for (const path of RESOURCE_PATHS) {
    app.get(resourceMetadataPath(path), PUBLIC, async (request, reply) => {
      reply.header('cache-control', 'public, max-age=300').removeHeader('pragma')
      return resourceMetadata(context.issuer(request), path)
    })
  }
  app.get('/.well-known/oauth-authorization-server', PUBLIC, async (request, reply) => {
    reply.header('cache-control', 'public, max-age=300').removeHeader('pragma')
    return serverMetadata(context.issuer(request), app.servedRoutes)
  })
}

type GrantHandler = (
  context: OAuthContext,
  client: OAuthClient,
  form: Parameters,
  issuer: string,
) => Promise<TokenResponse>

const GRANTS: ReadonlyMap<string, GrantHandler> = new Map(
  Object.entries<GrantHandler>({
    authorization_code: redeemCode,
    refresh_token: refreshTokens,
    client_credentials: grantToClient,
  }),
)

const grantTokens = (context: OAuthContext, client: OAuthClient, request: FastifyRequest): Promise<TokenResponse> => {
  const form = formOf(request)
  requireOwnResource(form, context.issuer(request))
  const type = form.need('grant_type')
  const grant = GRANTS.get(type)
  if (!grant)
    throw new OAuthError(
      'unsupported_grant_type',
      'Grants are authorization_code, refresh_token and client_credentials',
    )
  return grant(context, client, form, context.issuer(request))
}

const formOf = (request: FastifyRequest): Parameters => {
  if (typeof request.body !== 'object' || request.body === null)
    throw invalidRequest('Send a form, application/x-www-form-urlencoded')
  return new Parameters(request.body)
}
