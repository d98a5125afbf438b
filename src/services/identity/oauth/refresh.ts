import { findFirstBeyond } from '#kernel/contract/scopes'
import { isToken, keyOfToken } from '#kernel/crypto/api-key'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import type { Prisma } from '#prisma/client'
import { isWithdrawn, type OAuthClient } from '../clients.ts'
import type { OAuthContext } from './context.ts'
import { lockFamily, revokeFamily } from './families.ts'
import { invalidGrant, OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'
import { findSeats } from './seats.ts'
import { issueTokens, type TokenResponse } from './tokens.ts'
import { userOf } from './user.ts'

/**
 * Exchanges a refresh token for new tokens (RFC 6749, section 6). Each is valid once: a second use means that two parties
 * have it, and revokes the family (RFC 9700, section 4.14.2).
 */
export const refreshTokens = async (
  context: OAuthContext,
  client: OAuthClient,
  form: Parameters,
  issuer: string,
): Promise<TokenResponse> => {
  const refreshToken = form.need('refresh_token')
  if (!isToken('ghr', refreshToken)) throw invalidGrant()
  const { hash: refreshHash, ...ofTenant } = keyOfToken(refreshToken)
  const where = { ...ofTenant, refreshHash }
  const known = await context.system.oAuthToken.findFirst({ where, select: { familyId: true } })
  if (!known) throw invalidGrant()
  const answer = await context.system.$transaction(async (tx) => {
    await lockFamily(tx, known.familyId)
    const token = await tx.oAuthToken.findFirst({ where })
    return token ? rotate(context, tx, client, token, form.scopes(), issuer) : 'refused'
  }, TRANSACTION_LIMITS)
  if (answer !== 'refused' && answer !== 'reused') return answer
  if (answer === 'reused') await context.credentials.settled()
  throw invalidGrant()
}

type TokenRow = Prisma.OAuthTokenGetPayload<object>

const rotate = async (
  context: OAuthContext,
  tx: Prisma.TransactionClient,
  client: OAuthClient,
  token: TokenRow,
  wanted: string[] | undefined,
  issuer: string,
): Promise<TokenResponse | 'refused' | 'reused'> => {
  const now = context.clock.now()
  if (token.permissionTenantId !== client.tenantId || token.permissionId !== client.id) return 'refused'
  if (token.refreshUsedAt) {
    await revokeFamily(tx, token, now)
    return 'reused'
  }
  const user = userOf(token)
  if (!isGood(token, client, now) || !user) return 'refused'
  const { tenantId, familyId, familyStartedAt: startedAt, grantedScopes } = token
  const asked = { scopes: narrowed(grantedScopes, wanted), issuedAt: token.createdAt }
  const seat = (await findSeats(tx, client, user, asked)).find((found) => found.tenantId === tenantId)
  if (!seat) return 'refused'
  await tx.oAuthToken.updateMany({ where: { tenantId, id: token.id }, data: { refreshUsedAt: now } })
  const grant = { client, tenantId, user, familyId, startedAt, grantedScopes, scopes: seat.scopes }
  const answer = await issueTokens(context, tx, { ...grant, withRefresh: true, issuer })
  return { ...answer, tenant_key: seat.tenantKey }
}

const isGood = (token: TokenRow, client: OAuthClient, now: Date): boolean =>
  token.revokedAt === null &&
  token.refreshExpiresAt !== null &&
  token.refreshExpiresAt > now &&
  !isWithdrawn(client, token.createdAt)

/** Narrows the scopes: a refresh can request fewer scopes than were granted, never more. */
const narrowed = (granted: readonly string[], wanted: readonly string[] | undefined): readonly string[] => {
  if (wanted === undefined) return granted
  const beyond = findFirstBeyond(wanted, granted)
  if (beyond !== undefined) throw new OAuthError('invalid_scope', `The scope ${beyond} was not granted`)
  return wanted
}
