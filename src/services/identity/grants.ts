import type { TokenKey } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import type { ApplicationPermission, OAuthToken } from '#prisma/client'
import { findReferencedClient, isWithdrawn } from './clients.ts'
import { type User, userOf } from './oauth/user.ts'

/** What an access token grants: the scopes of the token, to a user or the client itself. */
export interface AccessGrant extends Pick<OAuthToken, 'tenantId' | 'scopes' | 'createdAt' | 'accessExpiresAt'> {
  client: ApplicationPermission
  /** Null for client credentials. */
  user: User | null
}

/** Finds the grant of an access token; undefined if the token does not exist or is revoked, or its client is withdrawn. */
export const findAccessGrant = async (
  system: Database['system'],
  { hash, ...ofTenant }: TokenKey,
): Promise<AccessGrant | undefined> => {
  const token = await system.oAuthToken.findFirst({ where: { ...ofTenant, accessHash: hash, revokedAt: null } })
  const client = token && (await findReferencedClient(system, token))
  if (!token || !client || isWithdrawn(client, token.createdAt)) return undefined
  return { ...token, client, user: userOf(token) }
}
