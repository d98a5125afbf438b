import { hashToken, makeToken } from '#kernel/crypto/api-key'
import { tenantPart } from '#kernel/tenancy/tenant-part'
import type { Prisma } from '#prisma/client'
import type { OAuthClient } from '../clients.ts'
import type { OAuthContext } from './context.ts'
import type { Family } from './families.ts'
import { subjectOf, type User, userColumns } from './user.ts'

/** The granted scopes, with client, user and tenant. */
export interface Grant extends Family {
  /** When the user granted it; now, if it is granted now. */
  startedAt: Date
  client: OAuthClient
  /** Null for client credentials. */
  user: User | null
  grantedScopes: string[]
}

/** The response of the token endpoint (RFC 6749, section 5.1). */
export interface TokenResponse {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
  refresh_token?: string
  /** Our extension: the key of the token's tenant; absent if each request names the tenant. */
  tenant_key?: string
}

export interface Issue extends Grant {
  /** The scopes of this access token; at most the granted ones. */
  scopes: string[]
  withRefresh: boolean
  issuer: string
}

/** Issues an access token, and a refresh token if requested. Only hashes are stored. */
export const issueTokens = async (
  context: OAuthContext,
  tx: Prisma.TransactionClient,
  { client, tenantId, user, familyId, startedAt, grantedScopes, scopes, withRefresh, issuer }: Issue,
): Promise<TokenResponse> => {
  const now = context.clock.now().getTime()
  const clientId = client.clientId ?? ''
  const signed = await context.tokens.sign({
    iss: issuer,
    aud: issuer,
    sub: user ? subjectOf(user) : clientId,
    client_id: clientId,
    scope: scopes.join(' '),
    tenant: tenantPart(tenantId),
    exp: Math.floor(now / 1000) + context.accessSeconds,
  })
  const refresh = withRefresh ? makeToken('ghr', tenantId) : undefined
  await tx.oAuthToken.createMany({
    data: [
      {
        tenantId,
        ...userColumns(user),
        familyId,
        permissionTenantId: client.tenantId,
        permissionId: client.id,
        scopes,
        grantedScopes,
        accessHash: signed.hash,
        refreshHash: refresh === undefined ? null : hashToken(refresh),
        createdAt: new Date(now),
        familyStartedAt: startedAt,
        accessExpiresAt: new Date(now + context.accessSeconds * 1000),
        refreshExpiresAt: refresh === undefined ? null : refreshEnd(context, startedAt, now),
      },
    ],
  })
  return {
    access_token: signed.token,
    token_type: 'Bearer',
    expires_in: context.accessSeconds,
    scope: scopes.join(' '),
    ...(refresh !== undefined && { refresh_token: refresh }),
  }
}

/** Returns the end of a family: a fixed time after its start, however often it is refreshed. */
const refreshEnd = ({ refreshSeconds, familySeconds }: OAuthContext, startedAt: Date, now: number): Date =>
  new Date(Math.min(now + refreshSeconds * 1000, startedAt.getTime() + familySeconds * 1000))
