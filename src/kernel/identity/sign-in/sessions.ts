import { randomBytes } from 'node:crypto'
import { hashToken } from '#kernel/auth/api-key'
import type { Database } from '#kernel/database/database'
import type { Login } from '#prisma/client'
import type { User } from '../oauth/user.ts'

/** A session in one browser. */
export interface Session {
  user: User
  login: Pick<Login, 'id' | 'email' | 'displayName'>
  /** The cookie's value, to which forms of this session are bound. */
  token: string
}

/** Staff sessions: opaque cookies of which only the hash is stored. */
export interface Sessions {
  /**
   * Starts a session of a login whose password was verified, and returns the cookie's value. Undefined if the password has
   * changed or the login was disabled since it was read.
   */
  start(login: Pick<Login, 'id' | 'passwordHash'>, now: Date): Promise<string | undefined>
  /** The session of a cookie; undefined if there is none, it has ended, or the login is disabled. */
  find(token: string | undefined, now: Date): Promise<Session | undefined>
  end(token: string, now: Date): Promise<void>
}

const FORM = /^[\w-]{43}$/

/** @param hours Lifetime of a session. */
export const databaseSessions = ({ system }: Pick<Database, 'system'>, hours: number): Sessions => ({
  start: async ({ id, passwordHash }, now) => {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + hours * 3_600_000)
    // Locks the login, so that a change of its password ends this session too.
    const started = await system.$queryRaw<unknown[]>`
      WITH current AS (
        SELECT id FROM login WHERE id = ${id} AND password_hash = ${passwordHash} AND disabled_at IS NULL FOR SHARE
      )
      INSERT INTO login_session (token_hash, login_id, created_at, expires_at)
      SELECT ${hashToken(token)}, id, ${now}, ${expiresAt} FROM current RETURNING id`
    return started.length > 0 ? token : undefined
  },
  find: async (token, now) => {
    if (token === undefined || !FORM.test(token)) return undefined
    const found = await system.loginSession.findFirst({
      where: { tokenHash: hashToken(token), revokedAt: null, expiresAt: { gt: now }, login: { disabledAt: null } },
      include: { login: { select: { id: true, email: true, displayName: true } } },
    })
    return found ? { user: { kind: 'login', id: found.login.id }, login: found.login, token } : undefined
  },
  end: async (token, now) => {
    await system.loginSession.updateMany({
      where: { tokenHash: hashToken(token), revokedAt: null },
      data: { revokedAt: now },
    })
  },
})
