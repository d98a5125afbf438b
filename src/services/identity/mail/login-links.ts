import { randomBytes, randomUUID } from 'node:crypto'
import { hashToken } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import type { Login, Prisma } from '#prisma/client'

type System = Pick<Database['system'], 'loginLink' | '$transaction'>

const VALID_MS = 3_600_000
const FORM = /^[\w-]{43}$/

interface LinkRequest {
  loginId: number
  /** The same request again replaces its own link. */
  requestId: string
  next?: string | undefined
  /** Makes no link if another one was made in this time before. */
  pauseMs?: number | undefined
}

/**
 * Makes a link of a login, valid once within an hour, and returns its token. Only the hash is stored. The same request
 * again replaces its link, unless it was used: the first token is not known any more. A new link ends the earlier ones.
 *
 * @returns undefined if the link of the request was used, or another one is too recent.
 */
export const storeLink = (
  system: Pick<System, '$transaction'>,
  { loginId, requestId, next, pauseMs = 0 }: LinkRequest,
  now: Date,
): Promise<{ id: number; token: string } | undefined> =>
  system.$transaction(async (tx) => {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + VALID_MS)
    // Locks the login, so that of two requests at once one link remains.
    await tx.$queryRaw`SELECT id FROM login WHERE id = ${loginId} FOR UPDATE`
    const createdAt = { gt: new Date(now.getTime() - pauseMs) }
    const isTooSoon =
      pauseMs > 0 && (await tx.loginLink.count({ where: { loginId, createdAt, NOT: { requestId } } })) > 0
    if (isTooSoon) return undefined
    const [stored] = await tx.$queryRaw<{ id: number }[]>`
      INSERT INTO login_link AS l (login_id, request_id, token_hash, next, created_at, expires_at)
      VALUES (${loginId}, ${requestId}::uuid, ${hashToken(token)}, ${next ?? null}, ${now}, ${expiresAt})
      ON CONFLICT (request_id) DO UPDATE SET token_hash = excluded.token_hash WHERE l.used_at IS NULL
      RETURNING l.id`
    if (!stored) return undefined
    await tx.loginLink.updateMany({ where: { loginId, usedAt: null, id: { not: stored.id } }, data: { usedAt: now } })
    return { id: stored.id, token }
  }, TRANSACTION_LIMITS)

/** Makes a link without a mail, for the command line. Returns its token. It ends the earlier ones, too. */
export const makeLink = async (system: Pick<System, '$transaction'>, loginId: number, now: Date): Promise<string> => {
  const made = await storeLink(system, { loginId, requestId: randomUUID() }, now)
  if (!made) throw new Error('A new request has no link')
  return made.token
}

/** A link that can be used. */
export interface OpenLoginLink {
  login: Login
  /** The page to which the person wanted to go. */
  next: string | null
}

/** Finds a link that can be used; undefined if it was used, has expired, or the login is disabled. */
export const findLoginLink = async (
  system: Pick<System, 'loginLink'>,
  token: string,
  now: Date,
): Promise<OpenLoginLink | undefined> => {
  if (!FORM.test(token)) return undefined
  const found = await system.loginLink.findFirst({
    where: { ...isUsable(token, now), login: { disabledAt: null } },
    include: { login: true },
  })
  return found ?? undefined
}

/** Uses up a link: of two concurrent requests one gets true. */
export const useLink = async (tx: Prisma.TransactionClient, token: string, now: Date): Promise<boolean> =>
  (await tx.loginLink.updateMany({ where: isUsable(token, now), data: { usedAt: now } })).count === 1

/** Voids all links of a login: its password was changed. */
export const voidLinks = async (tx: Prisma.TransactionClient, loginId: number, now: Date): Promise<void> => {
  await tx.loginLink.updateMany({ where: { loginId, usedAt: null }, data: { usedAt: now } })
}

const isUsable = (token: string, now: Date) => ({ tokenHash: hashToken(token), usedAt: null, expiresAt: { gt: now } })
