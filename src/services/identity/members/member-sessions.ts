import type { Database } from '#kernel/database/database'
import { Prisma } from '#prisma/client'
import {
  type Client,
  clientColumns,
  isOpen,
  isUseNoted,
  type ListedSession,
  type Session,
  type SessionTimes,
} from '../sign-in/sessions.ts'
import { makeMemberSecret, parseMemberSecret } from './member-secrets.ts'
import { type ActiveMember, findMember } from './members.ts'

export interface MemberSession extends Session {
  member: ActiveMember
  startedAt: Date
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
  /**
   * Finds the session of a cookie in a tenant; undefined if there is none, it has ended, or the member cannot sign in.
   */
  find(token: string | undefined, tenantId: number, client: Client, now: Date): Promise<MemberSession | undefined>
  end(token: string | undefined, now: Date): Promise<void>
  /** Lists the sessions of a member that have not ended, the last used first. */
  list(member: MemberKey, now: Date): Promise<ListedSession[]>
  /** Ends one of the sessions of a member. Returns false if there is none with the id. */
  endOne(member: MemberKey, id: number, now: Date): Promise<boolean>
  /** Ends the sessions of a member, except one if it is given. */
  endOthers(member: MemberKey, keptId: number | undefined, now: Date): Promise<void>
}

type MemberKey = Pick<ActiveMember, 'tenantId' | 'id'>

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
    return { id, user, member, login: member, token, startedAt: found.createdAt, isFreshByLink }
  },
  end: async (token, now) => {
    const key = parseMemberSecret(token)
    if (!key) return
    await system.memberSession.updateMany({ where: { ...key, revokedAt: null }, data: { revokedAt: now } })
  },
  ...listedSessions(system, times),
})

const listedSessions = (
  system: Database['system'],
  times: SessionTimes,
): Pick<MemberSessions, 'list' | 'endOne' | 'endOthers'> => ({
  list: async ({ tenantId, id: memberId }, now) => {
    const { validFrom } = await system.memberLogin.findFirstOrThrow({ where: { tenantId, id: memberId } })
    const found = await system.memberSession.findMany({
      // Sessions from before were ended by a new password, or by staff.
      where: { tenantId, memberId, ...isOpen(times, now), createdAt: { gt: validFrom } },
      select: { id: true, createdAt: true, lastUsedAt: true, address: true, userAgent: true },
      orderBy: [{ lastUsedAt: 'desc' }, { id: 'desc' }],
    })
    return found.map((one) => ({ ...one, id: Number(one.id) }))
  },
  endOne: async ({ tenantId, id: memberId }, id, now) => {
    const where = { tenantId, memberId, id, ...isOpen(times, now) }
    return (await system.memberSession.updateMany({ where, data: { revokedAt: now } })).count > 0
  },
  endOthers: async ({ tenantId, id: memberId }, keptId, now) => {
    const where = { tenantId, memberId, ...isOpen(times, now), ...(keptId !== undefined && { id: { not: keptId } }) }
    await system.memberSession.updateMany({ where, data: { revokedAt: now } })
  },
})
