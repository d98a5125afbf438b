import { randomBytes } from 'node:crypto'
import { hashToken } from '#kernel/crypto/api-key'
import type { Database } from '#kernel/database/database'
import type { Login } from '#prisma/client'
import type { User } from '../oauth/user.ts'
import { formToken } from './forms.ts'

export interface Session {
  id: number | bigint
  user: User
  login: Pick<Login, 'id' | 'email' | 'displayName'>
  /** The cookie's value, to which forms of this session are bound. */
  token: string
}

/** The browser of a session. */
export interface Client {
  address: string
  userAgent: string | undefined
}

/** A session as its login sees it. */
export interface ListedSession {
  id: number
  createdAt: Date
  lastUsedAt: Date
  address: string | null
  userAgent: string | null
}

/** How long sessions last. */
export interface SessionTimes {
  /** Milliseconds after the sign-in. */
  absolute: number
  /** Milliseconds after the last use. */
  idle: number
}

/** Staff sessions: opaque cookies of which only the hash is stored. */
export interface Sessions {
  /**
   * Starts a session of a login whose password was verified, and returns the cookie's value. Undefined if the password has
   * changed or the login was disabled since it was read.
   */
  start(login: Pick<Login, 'id' | 'passwordHash'>, client: Client, now: Date): Promise<string | undefined>
  /**
   * Finds the session of a cookie; undefined if there is none, it has ended, or the login is disabled. Notes its use.
   */
  find(token: string | undefined, client: Client, now: Date): Promise<Session | undefined>
  end(token: string, now: Date): Promise<void>
  /**
   * Returns whether a form was made for a session of the login, also one that has ended.
   *
   * @param form the field that binds it.
   */
  hasForm(loginId: number, form: string): Promise<boolean>
  /** Lists the sessions of a login that have not ended, the last used first. */
  list(loginId: number, now: Date): Promise<ListedSession[]>
  /** Ends one of the sessions of a login. Returns false if there is none with the id. */
  endOne(loginId: number, id: number, now: Date): Promise<boolean>
  /** Ends the sessions of a login, except one if it is given. Returns their number. */
  endOthers(loginId: number, keptId: number | undefined, now: Date): Promise<number>
}

const FORM = /^[\w-]{43}$/

/** The last use is stored to this precision: most requests write nothing. */
const USE_PRECISION_MS = 60_000
const MAX_USER_AGENT = 300
/** The ids of members' sessions can be larger. */
const MAX_ID = 2 ** 31 - 1

/** Returns whether the use of a session is stored now. */
export const isUseNoted = (lastUsedAt: Date, now: Date): boolean =>
  now.getTime() - lastUsedAt.getTime() >= USE_PRECISION_MS

export const clientColumns = ({ address, userAgent }: Client) => ({
  address,
  userAgent: userAgent?.toWellFormed().replaceAll('\u0000', '').slice(0, MAX_USER_AGENT) ?? null,
})

export const databaseSessions = ({ system }: Pick<Database, 'system'>, times: SessionTimes): Sessions => ({
  start: async ({ id, passwordHash }, client, now) => {
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(now.getTime() + times.absolute)
    const { address, userAgent } = clientColumns(client)
    // Locks the login, so that a change of its password ends this session too.
    const started = await system.$queryRaw<unknown[]>`
      WITH current AS (
        SELECT id FROM login WHERE id = ${id} AND password_hash = ${passwordHash} AND disabled_at IS NULL FOR UPDATE
      ), seen AS (
        UPDATE login l SET last_sign_in_at = ${now}::timestamptz FROM current c WHERE l.id = c.id
      )
      INSERT INTO login_session (token_hash, form_hash, login_id, created_at, last_used_at, expires_at, address, user_agent)
      SELECT ${hashToken(token)}, ${hashToken(formToken(token))}, id, ${now}, ${now}, ${expiresAt}, ${address}, ${userAgent} FROM current RETURNING id`
    return started.length > 0 ? token : undefined
  },
  find: async (token, client, now) => {
    if (token === undefined || !FORM.test(token)) return undefined
    const found = await system.loginSession.findFirst({
      where: { tokenHash: hashToken(token), ...isOpen(times, now), login: { disabledAt: null } },
      include: { login: { select: { id: true, email: true, displayName: true } } },
    })
    if (!found) return undefined
    const { id, login } = found
    if (isUseNoted(found.lastUsedAt, now))
      await system.loginSession.updateMany({ where: { id }, data: { lastUsedAt: now, ...clientColumns(client) } })
    return { id, user: { kind: 'login', id: login.id }, login, token }
  },
  end: async (token, now) => {
    await system.loginSession.updateMany({
      where: { tokenHash: hashToken(token), revokedAt: null },
      data: { revokedAt: now },
    })
  },
  hasForm: async (loginId, form) =>
    (await system.loginSession.count({ where: { loginId, formHash: hashToken(form) } })) > 0,
  list: (loginId, now) =>
    system.loginSession.findMany({
      where: { loginId, ...isOpen(times, now) },
      select: { id: true, createdAt: true, lastUsedAt: true, address: true, userAgent: true },
      orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
    }),
  endOne: async (loginId, id, now) => {
    if (id > MAX_ID) return false
    const where = { loginId, id, ...isOpen(times, now) }
    return (await system.loginSession.updateMany({ where, data: { revokedAt: now } })).count > 0
  },
  endOthers: async (loginId, keptId, now) => {
    const where = { loginId, ...isOpen(times, now), ...(keptId !== undefined && { id: { not: keptId } }) }
    return (await system.loginSession.updateMany({ where, data: { revokedAt: now } })).count
  },
})

/** Returns the condition for sessions that have not ended. */
export const isOpen = ({ idle }: SessionTimes, now: Date) => ({
  revokedAt: null,
  expiresAt: { gt: now },
  lastUsedAt: { gt: new Date(now.getTime() - idle) },
})
