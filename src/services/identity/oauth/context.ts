import type { FastifyRequest } from 'fastify'
import type { Database } from '#kernel/database/database'
import type { Clock } from '#kernel/time/clock'
import type { CredentialService } from '#services/auth/credential-service'
import type { CredentialUses } from '#services/auth/credential-uses'
import type { AccessTokens } from '../access-token.ts'

/** The services that the OAuth server uses. */
export interface OAuthContext {
  system: Database['system']
  credentials: CredentialService
  tokens: AccessTokens
  uses: CredentialUses
  clock: Clock
  /** Lifetime of an access token. */
  accessSeconds: number
  /** Lifetime of a refresh token, from its issue. */
  refreshSeconds: number
  /** The longest time from the authorization to the end of its last refresh token. */
  familySeconds: number
  /** Returns the issuer identifier (RFC 8414), an origin. */
  issuer(request: FastifyRequest): string
}
