import { randomBytes } from 'node:crypto'
import type { Database } from '#kernel/database/database'
import type { Login } from '#prisma/client'
import { hashToken } from '../api-key.ts'

/** A session of a staff member in one browser. */
export interface Session {
  login: Pick<Login, 'id' | 'email' | 'displayName'>
  /** The cookie's value, to which forms of this session are bound. */
  token: string
}

/** Staff sessions: opaque cookies of which only the hash is stored. */
export interface Sessions {
  /** Starts a session and returns the cookie's value. */
  start(loginId: number, now: Date): Promise<string>
  /** The session of a cookie; undefined if there is none, it has ended, or the login is disabled. */
  find(token: string | undefined, now: Date): Promise<Session | undefined>
  end(token: string, now: Date): Promise<void>
}

const FORM = /^[\w-]{43}$/

/** @param hours Lifetime of a session. */
export const databaseSessions = ({ system }: Pick<Database, 'system'>, hours: number): Sessions => ({
  start: async (loginId, now) => {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + hours * 3_600_000)
    await system.loginSession.create({ data: { tokenHash: hashToken(token), loginId, createdAt: now, expiresAt } })
    return token
  },
  find: async (token, now) => {
    if (token === undefined || !FORM.test(token)) return undefined
    const found = await system.loginSession.findFirst({
      where: { tokenHash: hashToken(token), revokedAt: null, expiresAt: { gt: now }, login: { disabledAt: null } },
      include: { login: { select: { id: true, email: true, displayName: true } } },
    })
    return found ? { login: found.login, token } : undefined
  },
  end: async (token, now) => {
    await system.loginSession.updateMany({
      where: { tokenHash: hashToken(token), revokedAt: null },
      data: { revokedAt: now },
    })
  },
})
