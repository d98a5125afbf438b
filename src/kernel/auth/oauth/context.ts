import type { FastifyRequest } from 'fastify'
import type { Database } from '#kernel/database/database'
import type { Clock } from '#kernel/time/clock'
import type { AccessTokens } from '../access-token.ts'
import type { CredentialService } from '../credential-service.ts'

/** What the OAuth server works with. */
export interface OAuthContext {
  system: Database['system']
  credentials: CredentialService
  tokens: AccessTokens
  clock: Clock
  /** Life of an access token. */
  accessSeconds: number
  /** Life of a refresh token, counted from its issue. */
  refreshSeconds: number
  /** The issuer identifier (RFC 8414), an origin. */
  issuer(request: FastifyRequest): string
}
