import type { Prisma } from '#prisma/client'
import { hashToken, isToken } from '../api-key.ts'
import { isWithdrawn } from '../credential-store.ts'
import type { OAuthClient } from './clients.ts'
import type { OAuthContext } from './context.ts'
import { findSeats } from './seats.ts'

/** What RFC 7662, section 2.2, says of a token; of one that is not good, or not the client's, only that it is not. */
export type Introspection =
  | { active: false }
  | {
      active: true
      client_id: string
      scope: string
      sub: string
      token_type: 'Bearer' | 'refresh_token'
      iat: number
      exp: number
      iss: string
      username?: string
      /** Of our own: the tenant that the token works in. */
      tenant_key?: string
    }

const INACTIVE = { active: false } as const

type Row = Prisma.OAuthTokenGetPayload<object>

/** Tells a client about a token of its own. */
export const introspectToken = async (
  context: OAuthContext,
  client: OAuthClient,
  token: string,
  iss: string,
): Promise<Introspection> => {
  const isRefresh = isToken('ghr', token)
  const found = await findToken(context, client, token, isRefresh)
  const expires = isRefresh ? found?.refreshExpiresAt : found?.accessExpiresAt
  if (!found || !expires || !isActive(context, client, found, expires, isRefresh)) return INACTIVE
  const facts = {
    active: true,
    client_id: client.clientId ?? '',
    token_type: isRefresh ? 'refresh_token' : 'Bearer',
    iat: seconds(found.createdAt),
    exp: seconds(expires),
    iss,
  } as const
  if (found.loginId === null) return { ...facts, scope: found.scopes.join(' '), sub: client.clientId ?? '' }
  const scopes = isRefresh ? found.grantedScopes : found.scopes
  return user(context, client, { ...found, loginId: found.loginId, scopes }, facts)
}

const findToken = async (
  context: OAuthContext,
  client: OAuthClient,
  token: string,
  isRefresh: boolean,
): Promise<Row | null> => {
  const id = isRefresh ? undefined : await context.tokens.verify(token)
  if (!isRefresh && id === undefined) return null
  const hash = id === undefined ? { refreshHash: hashToken(token) } : { accessHash: hashToken(id) }
  return context.system.oAuthToken.findFirst({
    where: { ...hash, permissionTenantId: client.tenantId, permissionId: client.id },
  })
}

const isActive = ({ clock }: OAuthContext, client: OAuthClient, row: Row, expires: Date, isRefresh: boolean): boolean =>
  row.revokedAt === null &&
  expires > clock.now() &&
  !(isRefresh && row.refreshUsedAt !== null) &&
  !isWithdrawn(client, row.createdAt)

/** The user of the token, who must still have his seat; the scopes as far as his role has them by now. */
const user = async <F extends object>(
  { system }: OAuthContext,
  client: OAuthClient,
  { loginId, tenantId, scopes }: { loginId: number; tenantId: number; scopes: string[] },
  facts: F,
) => {
  const seat = (await findSeats(system, client, loginId, scopes)).find((found) => found.tenantId === tenantId)
  const login = seat && (await system.login.findFirst({ where: { id: loginId }, select: { email: true } }))
  if (!seat || !login) return INACTIVE
  return {
    ...facts,
    scope: seat.scopes.join(' '),
    sub: `login:${loginId}`,
    username: login.email,
    tenant_key: seat.tenantKey,
  }
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)
