import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { hashToken, isToken, keyOfToken, makeToken, type TokenKey } from '#kernel/crypto/api-key'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { Prisma } from '#prisma/client'
import { isWithdrawn, type OAuthClient } from '../clients.ts'
import type { OAuthContext } from './context.ts'
import { revokeFamily } from './families.ts'
import { invalidGrant, OAuthError } from './oauth-error.ts'
import type { Parameters } from './parameters.ts'
import { findSeats } from './seats.ts'
import { issueTokens, type TokenResponse } from './tokens.ts'
import { type User, userColumns, userOf } from './user.ts'

const CODE_SECONDS = 60
/** The form of RFC 7636, section 4.1. */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

export interface NewCode {
  client: OAuthClient
  tenantId: number
  user: User
  scopes: string[]
  redirectUri: string
  codeChallenge: string
  /** The session of the user, which must not have ended. */
  sessionToken: string
}

/**
 * Issues an authorization code, valid once within a minute. Only its hash is stored. Locks the session, so that a reset of the
 * password, which ends it, also ends this code.
 */
export const issueCode = async (
  { system, clock }: Pick<OAuthContext, 'system' | 'clock'>,
  wanted: NewCode,
): Promise<string> => {
  const { client, sessionToken, user, ...rest } = wanted
  const code = makeToken('ghc', rest.tenantId)
  const now = clock.now()
  const stored = {
    ...rest,
    ...userColumns(user),
    hash: hashToken(code),
    permissionTenantId: client.tenantId,
    permissionId: client.id,
    familyId: randomUUID(),
    createdAt: now,
    expiresAt: new Date(now.getTime() + CODE_SECONDS * 1000),
  }
  await system.$transaction(async (tx) => {
    await lockSession(tx, user, sessionToken)
    await tx.oAuthCode.createMany({ data: [stored] })
  }, TRANSACTION_LIMITS)
  return code
}

const lockSession = async (tx: Prisma.TransactionClient, user: User, token: string): Promise<void> => {
  const hash = hashToken(token)
  const open = await tx.$queryRaw<unknown[]>(
    user.kind === 'member'
      ? Prisma.sql`SELECT 1 FROM member_session WHERE tenant_id = ${user.tenantId}::integer AND token_hash = ${hash}
          AND member_id = ${user.id}::integer AND revoked_at IS NULL FOR SHARE`
      : Prisma.sql`SELECT 1 FROM login_session WHERE token_hash = ${hash} AND revoked_at IS NULL FOR SHARE`,
  )
  if (open.length === 0) throw new OAuthError('access_denied', 'The session of the user has ended')
}

/**
 * Exchanges a code (RFC 6749, 4.1.3, with PKCE). The first attempt of its client uses it up, valid or not; each further
 * attempt revokes the tokens that resulted from it.
 */
export const redeemCode = async (
  context: OAuthContext,
  client: OAuthClient,
  form: Parameters,
  issuer: string,
): Promise<TokenResponse> => {
  const asked = {
    code: form.need('code'),
    redirectUri: form.need('redirect_uri'),
    verifier: form.need('code_verifier'),
  }
  if (!isToken('ghc', asked.code)) throw invalidGrant()
  const answer = await context.system.$transaction(
    (tx) => spend(context, tx, client, asked, issuer),
    TRANSACTION_LIMITS,
  )
  if (answer !== 'refused' && answer !== 'replayed') return answer
  if (answer === 'replayed') await context.credentials.settled()
  throw invalidGrant()
}

interface Asked {
  code: string
  redirectUri: string
  verifier: string
}

type CodeRow = Prisma.OAuthCodeGetPayload<object>

const spend = async (
  context: OAuthContext,
  tx: Prisma.TransactionClient,
  client: OAuthClient,
  asked: Asked,
  issuer: string,
): Promise<TokenResponse | 'refused' | 'replayed'> => {
  const now = context.clock.now()
  const code = await lockCode(tx, keyOfToken(asked.code))
  if (!code) return 'refused'
  if (code.usedAt) {
    await revokeFamily(tx, code, now)
    return 'replayed'
  }
  if (code.permissionTenantId !== client.tenantId || code.permissionId !== client.id) return 'refused'
  await tx.oAuthCode.updateMany({ where: { tenantId: code.tenantId, id: code.id }, data: { usedAt: now } })
  if (!isGood(code, client, asked, now)) return 'refused'
  const user = userOf(code)
  const wantedSeat = { scopes: code.scopes, issuedAt: code.createdAt }
  const seats = user ? await findSeats(tx, client, user, wantedSeat) : []
  const seat = seats.find(({ tenantId }) => tenantId === code.tenantId)
  if (!seat) return 'refused'
  const { tenantId, familyId } = code
  const grant = { client, tenantId, user, familyId, startedAt: now, grantedScopes: code.scopes, scopes: seat.scopes }
  const answer = await issueTokens(context, tx, { ...grant, withRefresh: true, issuer })
  return { ...answer, tenant_key: seat.tenantKey }
}

/** Locks the code until the transaction ends: of two concurrent exchanges the second finds it used. */
const lockCode = async (tx: Prisma.TransactionClient, { hash, tenantId }: TokenKey): Promise<CodeRow | null> => {
  const ofTenant = tenantId === undefined ? Prisma.empty : Prisma.sql`AND tenant_id = ${tenantId}`
  const locked = await tx.$queryRaw<{ tenantId: number; id: number }[]>(
    Prisma.sql`SELECT tenant_id AS "tenantId", id FROM oauth_code WHERE hash = ${hash} ${ofTenant} FOR UPDATE`,
  )
  const [found] = locked
  return found ? tx.oAuthCode.findFirst({ where: found }) : null
}

const isGood = (code: CodeRow, client: OAuthClient, asked: Asked, now: Date): boolean =>
  code.expiresAt > now &&
  code.redirectUri === asked.redirectUri &&
  isProof(asked.verifier, code.codeChallenge) &&
  !isWithdrawn(client, code.createdAt)

/** Returns whether a verifier proves the challenge, which is its hash: S256 (RFC 7636, section 4.6). */
const isProof = (verifier: string, challenge: string): boolean => {
  if (!VERIFIER.test(verifier)) return false
  const made = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const kept = Buffer.from(challenge)
  return made.length === kept.length && timingSafeEqual(made, kept)
}
