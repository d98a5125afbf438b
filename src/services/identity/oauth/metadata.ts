import type { RouteOptions } from 'fastify'
import { ADMIN_SCOPE, PLATFORM_SCOPE, SCOPES } from '#kernel/contract/scopes'

/**
 * Returns the metadata of this server for clients (RFC 8414).
 *
 * @param routes the served routes. The contract also defines scopes of operations that are not served.
 */
export const serverMetadata = (issuer: string, routes: readonly RouteOptions[]) => ({
  issuer,
  authorization_endpoint: `${issuer}/oauth2/authorize`,
  token_endpoint: `${issuer}/oauth2/token`,
  revocation_endpoint: `${issuer}/oauth2/revoke`,
  introspection_endpoint: `${issuer}/oauth2/introspect`,
  service_documentation: `${issuer}/reference/`,
  scopes_supported: servedScopes(routes),
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  revocation_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})

/** Returns the scopes that operations require, that which includes them, and that of global permissions. */
const servedScopes = (routes: readonly RouteOptions[]): string[] => {
  const required = new Set([ADMIN_SCOPE, PLATFORM_SCOPE, ...routes.map(({ config }) => config?.scope)])
  return [...SCOPES.keys()].filter((scope) => required.has(scope))
}
