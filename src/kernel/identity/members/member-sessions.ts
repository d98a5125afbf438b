import type { Database } from '#kernel/database/database'
import { Prisma } from '#prisma/client'
import { type Client, clientColumns, isOpen, isUseNoted, type Session, type SessionTimes } from '../sign-in/sessions.ts'
import { makeMemberSecret, parseMemberSecret } from './member-secrets.ts'
import { type ActiveMember, findMember } from './members.ts'

/** A session of a member in one browser. */
export interface MemberSession extends Session {
  member: ActiveMember
  /** Whether it was started by a mailed link within the last minutes, so that the member can set a password. */
  isFreshByLink: boolean
}

/** What started a session: a mailed link, or the password with this hash. */
export type SignInProof = { by: 'link' } | { by: 'password'; passwordHash: string }

const FRESH_MS = 15 * 60_000

/** Sessions of members: opaque cookies of which only the hash is stored. */
export interface MemberSessions {
  /** Starts a session, and returns the cookie's value. Undefined if the login or the password changed since it was read. */
  start(
    member: Pick<ActiveMember, 'tenantId' | 'id'>,
    proof: SignInProof,
    client: Client,
    now: Date,
  ): Promise<string | undefined>
  /** The session of a cookie in a tenant; undefined if there is none, it has ended, or the member cannot sign in. */
  find(token: string | undefined, tenantId: number, client: Client, now: Date): Promise<MemberSession | undefined>
  end(token: string | undefined, now: Date): Promise<void>
}

export const memberSessions = ({ system }: Pick<Database, 'system'>, times: SessionTimes): MemberSessions => ({
  start: async ({ tenantId, id }, proof, client, now) => {
    const token = makeMemberSecret(tenantId)
    const tokenHash = parseMemberSecret(token)?.tokenHash ?? ''
    const expiresAt = new Date(now.getTime() + times.absolute)
    const { address, userAgent } = clientColumns(client)
    const hasPassword =
      proof.by === 'link'
        ? Prisma.empty
        : Prisma.sql`AND EXISTS (SELECT FROM member_password p
            WHERE p.tenant_id = m.tenant_id AND p.member_id = m.id AND p.hash = ${proof.passwordHash})`
    // Locks the login, so that a change of it ends this session too.
    const started = await system.$queryRaw<unknown[]>(Prisma.sql`
      WITH current AS (
        SELECT m.tenant_id, m.id FROM member_login m WHERE m.tenant_id = ${tenantId}::integer AND m.id = ${id}::integer
          AND m.disabled_at IS NULL AND m.valid_from < ${now}::timestamptz ${hasPassword} FOR UPDATE
      ), seen AS (
        UPDATE member_login m SET last_sign_in_at = ${now}::timestamptz FROM current c
        WHERE m.tenant_id = c.tenant_id AND m.id = c.id
      )
      INSERT INTO member_session
        (tenant_id, token_hash, member_id, is_by_link, created_at, last_used_at, expires_at, address, user_agent)
      SELECT tenant_id, ${tokenHash}, id, ${proof.by === 'link'}, ${now}, ${now}, ${expiresAt}, ${address}, ${userAgent}
      FROM current RETURNING id`)
    return started.length > 0 ? token : undefined
  },
  find: async (token, tenantId, client, now) => {
    const key = parseMemberSecret(token)
    if (token === undefined || key?.tenantId !== tenantId) return undefined
    const where = { ...key, ...isOpen(times, now) }
    const found = await system.memberSession.findFirst({ where })
    const member = found && (await findMember(system, tenantId, found.memberId, found.createdAt))
    if (!found || !member) return undefined
    const { id } = found
    if (isUseNoted(found.lastUsedAt, now))
      await system.memberSession.updateMany({
        where: { tenantId, id },
        data: { lastUsedAt: now, ...clientColumns(client) },
      })
    const isFreshByLink = found.isByLink && now.getTime() - found.createdAt.getTime() < FRESH_MS
    const user = { kind: 'member', id: member.id, tenantId } as const
    return { id, user, member, login: member, token, isFreshByLink }
  },
  end: async (token, now) => {
    const key = parseMemberSecret(token)
    if (!key) return
    await system.memberSession.updateMany({ where: { ...key, revokedAt: null }, data: { revokedAt: now } })
  },
})
