import { isToken, keyOfToken } from '#kernel/crypto/api-key'
import type { Prisma } from '#prisma/client'
import { isWithdrawn, type OAuthClient } from '../clients.ts'
import { listLoginEmails } from '../logins.ts'
import type { OAuthContext } from './context.ts'
import { findSeats } from './seats.ts'
import { subjectOf, type User, userOf } from './user.ts'

/** The response of RFC 7662, section 2.2. For a token that is not valid, or of another client, only `active: false`. */
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
      /** Our extension: the tenant of the token; absent if each request names the tenant. */
      tenant_key?: string
    }

const INACTIVE = { active: false } as const

type Row = Prisma.OAuthTokenGetPayload<object>

/** Describes a token to its client. */
export const introspectToken = async (
  context: OAuthContext,
  client: OAuthClient,
  token: string,
  iss: string,
): Promise<Introspection> => {
  const isRefresh = isToken('ghr', token)
  const found = await findToken(context, client, token, isRefresh ? undefined : iss)
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
  const user = userOf(found)
  if (!user)
    return { ...facts, scope: found.scopes.join(' '), sub: facts.client_id, ...(await tenantOf(context, client)) }
  const scopes = isRefresh ? found.grantedScopes : found.scopes
  return describeUser(context, client, { ...found, user, scopes, withClosed: !isRefresh }, facts)
}

/** Returns the tenant of a client's own tokens. A client of all tenants names it in each request. */
const tenantOf = async (
  { credentials }: OAuthContext,
  { isGlobal, tenantId }: OAuthClient,
): Promise<{ tenant_key?: string }> => {
  const tenant = isGlobal ? undefined : await credentials.findTenant({ id: tenantId })
  return tenant ? { tenant_key: tenant.key } : {}
}

/** @param issuer of an access token; undefined for a refresh token. */
const findToken = async (
  context: OAuthContext,
  client: OAuthClient,
  token: string,
  issuer: string | undefined,
): Promise<Row | null> => {
  const key = issuer === undefined ? keyOfToken(token) : await context.tokens.verify(token, issuer)
  if (!key) return null
  const { hash, ...ofTenant } = key
  const ofKind = issuer === undefined ? { refreshHash: hash } : { accessHash: hash }
  return context.system.oAuthToken.findFirst({
    where: { ...ofTenant, ...ofKind, permissionTenantId: client.tenantId, permissionId: client.id },
  })
}

const isActive = ({ clock }: OAuthContext, client: OAuthClient, row: Row, expires: Date, isRefresh: boolean): boolean =>
  row.revokedAt === null &&
  expires > clock.now() &&
  !(isRefresh && row.refreshUsedAt !== null) &&
  !isWithdrawn(client, row.createdAt)

interface DescribedToken {
  user: User
  tenantId: number
  scopes: string[]
  createdAt: Date
  withClosed: boolean
}

/**
 * Presents the user of the token, who must still have a seat, and the scopes reduced to those of the user's current
 * role.
 */
const describeUser = async <F extends object>(
  { system }: OAuthContext,
  client: OAuthClient,
  { user, tenantId, scopes, createdAt, withClosed }: DescribedToken,
  facts: F,
) => {
  const seats = await findSeats(system, client, user, { scopes, issuedAt: createdAt, withClosed })
  const seat = seats.find((found) => found.tenantId === tenantId)
  const username = seat && (await findEmail(system, user))
  if (!seat || username === undefined) return INACTIVE
  return { ...facts, scope: seat.scopes.join(' '), sub: subjectOf(user), username, tenant_key: seat.tenantKey }
}

const findEmail = async (system: OAuthContext['system'], user: User): Promise<string | undefined> => {
  if (user.kind === 'login') return (await listLoginEmails(system, [user.id])).get(user.id)
  const { tenantId, id } = user
  return (await system.memberLogin.findFirst({ where: { tenantId, id }, select: { email: true } }))?.email
}

const seconds = (time: Date): number => Math.floor(time.getTime() / 1000)
