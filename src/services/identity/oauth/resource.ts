import { RESOURCE_PATHS } from '#services/auth/protected-resource'
import { OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'

/**
 * Rejects a request for a token for another server (RFC 8707). Without `resource`, a token is for this one; its audience is
 * the whole origin in any case.
 */
export const requireOwnResource = (parameters: Parameters, issuer: string): void => {
  const resource = parameters.get('resource')?.replace(/\/$/, '')
  if (resource === undefined || RESOURCE_PATHS.some((path) => resource === `${issuer}${path}`)) return
  throw new OAuthError('invalid_target', 'resource is not a resource of this server')
}
