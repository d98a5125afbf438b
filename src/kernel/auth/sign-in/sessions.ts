import { randomBytes } from 'node:crypto'
import type { Database } from '#kernel/database/database'
import type { Login } from '#prisma/client'
import { hashToken } from '../api-key.ts'

/** A staff member who is signed in, in one browser. */
export interface Session {
  login: Pick<Login, 'id' | 'email' | 'displayName'>
  /** The cookie's value: what forms of this session are bound to. */
  token: string
}

/** Staff sessions: opaque cookies of which only the hash is kept. */
export interface Sessions {
  /** Starts one and answers the cookie's value. */
  start(loginId: number, now: Date): Promise<string>
  /** The session of a cookie; undefined where there is none, it is over, or the login is disabled. */
  find(token: string | undefined, now: Date): Promise<Session | undefined>
  end(token: string, now: Date): Promise<void>
}

const FORM = /^[\w-]{43}$/

/** @param hours Life of a session. */
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
