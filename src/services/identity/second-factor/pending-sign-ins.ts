import { randomBytes } from 'node:crypto'
import { hashToken } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import type { Login } from '#prisma/client'

type Store = Pick<Database['system'], 'loginPending'>

const VALID_MS = 10 * 60_000
const FORM = /^[\w-]{43}$/

/** A sign-in whose password was right, and that waits for the second factor. */
export interface PendingSignIn {
  id: number
  login: Login
  next: string | null
  challenge: string | null
}

/** Starts to wait for the second factor. Returns the cookie's value, valid for 10 minutes. */
export const startPending = async (
  system: Store,
  login: Pick<Login, 'id' | 'passwordHash'>,
  next: string | undefined,
  now: Date,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  const data = {
    tokenHash: hashToken(token),
    loginId: login.id,
    passwordDigest: hashToken(login.passwordHash),
    next: next ?? null,
    expiresAt: new Date(now.getTime() + VALID_MS),
  }
  await system.loginPending.createMany({ data: [data] })
  return token
}

/** Finds a sign-in that waits; undefined if it has expired, or the login or its password was changed. */
export const findPending = async (
  system: Store,
  token: string | undefined,
  now: Date,
): Promise<PendingSignIn | undefined> => {
  if (token === undefined || !FORM.test(token)) return undefined
  const found = await system.loginPending.findFirst({
    where: { tokenHash: hashToken(token), expiresAt: { gt: now }, login: { disabledAt: null } },
    include: { login: true },
  })
  return found && found.passwordDigest === hashToken(found.login.passwordHash) ? found : undefined
}

/** Ends a sign-in that waits: of two concurrent requests with the right factor one gets true. */
export const endPending = async (system: Store, id: number): Promise<boolean> =>
  (await system.loginPending.deleteMany({ where: { id } })).count === 1

/** Stores the challenge for passkeys. Of several pages of one sign-in, the newest counts. */
export const setChallenge = async (system: Store, id: number, challenge: string): Promise<void> => {
  await system.loginPending.updateMany({ where: { id }, data: { challenge } })
}

/** Uses up the challenge: returns false if another request has used it. */
export const takeChallenge = async (system: Store, id: number, challenge: string): Promise<boolean> =>
  (await system.loginPending.updateMany({ where: { id, challenge }, data: { challenge: null } })).count === 1
