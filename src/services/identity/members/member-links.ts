import type { Database } from '#kernel/database/database'
import type { JobSpec } from '#kernel/jobs/enqueue'
import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { type MemberLink, type MemberLogin, Prisma } from '#prisma/client'
import { queueMail } from '#services/mail/queue-mail'
import { makeMemberSecret, parseMemberSecret } from './member-secrets.ts'
import { type ActiveMember, findMember } from './members.ts'

export const MAIL_MEMBER_LINK = 'mail_member_link'

/** A requested link, by the address that was entered or for an invitation. */
export interface LinkRequest {
  tenantId: number
  /** Makes the work of the job unique. */
  requestId: string
  to: { email: string } | { memberId: number }
  purpose: 'sign-in' | 'invitation'
  /** The authorization request that continues after the sign-in. */
  next?: string
}

const VALID_MS: Record<LinkRequest['purpose'], number> = { 'sign-in': 15 * 60_000, invitation: 7 * 86_400_000 }

export const memberLinkJob = (request: LinkRequest): JobSpec => ({
  name: MAIL_MEMBER_LINK,
  key: `member-link:${request.tenantId}:${request.requestId}`,
  payload: { ...request },
})

/** Returns the job that mails links. @param origin of this server for recipients, without a slash at the end. */
export const memberLinkTasks = (origin: string): Record<string, Task> => ({
  [MAIL_MEMBER_LINK]: async (context, payload) => {
    const request = payload as LinkRequest
    const scope = await systemScope(context, request.tenantId)
    const { db, clock, tenant } = scope
    const { tenantId } = db
    const link = makeMemberSecret(tenantId)
    const where = 'email' in request.to ? request.to : { id: request.to.memberId }
    await db.transaction(async (tx) => {
      const member = await tx.memberLogin.findFirst({
        where: { tenantId, ...where, disabledAt: null, contact: { deletedAt: null } },
        include: { contact: { select: { displayName: true } } },
      })
      if (!member || !(await storeLink(tx, member, link, request, clock.now()))) return
      const key = `member-link:${request.requestId}`
      const to = { address: member.email, name: member.contact.displayName, contactId: member.contactId }
      const sign_in = { url: `${origin}/members/${tenant.key}/link/${link}`, email: member.email }
      await queueMail(scope, tx, [{ key, templateKey: `member-${request.purpose}`, to, data: { sign_in } }])
    })
  },
})

/** Stores a new link. Returns false if the request already has one: the job was killed after its commit. */
const storeLink = async (
  tx: Pick<Prisma.TransactionClient, '$queryRaw'>,
  { tenantId, id }: MemberLogin,
  link: string,
  { requestId, purpose, next }: LinkRequest,
  now: Date,
): Promise<boolean> => {
  const expiresAt = new Date(now.getTime() + VALID_MS[purpose])
  const made = await tx.$queryRaw<unknown[]>(Prisma.sql`
    INSERT INTO member_link (tenant_id, member_id, request_id, purpose, token_hash, next, created_at, expires_at)
    VALUES (${tenantId}, ${id}, ${requestId}::uuid, ${purpose}, ${parseMemberSecret(link)?.tokenHash}, ${next ?? null}, ${now},
      ${expiresAt})
    ON CONFLICT (tenant_id, request_id) DO NOTHING RETURNING id`)
  return made.length > 0
}

/** A link that can be used. */
export interface OpenLink {
  member: ActiveMember
  next: string | null
}

/** Finds the member of a link; undefined if the link was used, has expired, is void, or a newer one of its purpose was mailed. */
export const findLink = async (
  { system }: Pick<Database, 'system'>,
  tenantId: number,
  link: string,
  now: Date,
): Promise<OpenLink | undefined> => {
  const key = parseMemberSecret(link)
  if (key?.tenantId !== tenantId) return undefined
  const found = await system.memberLink.findFirst({ where: { ...key, usedAt: null, expiresAt: { gt: now } } })
  if (!found || !(await isNewest(system, found))) return undefined
  const member = await findMember(system, tenantId, found.memberId, found.createdAt)
  return member ? { member, next: found.next } : undefined
}

/**
 * Returns whether no newer link of the same purpose was mailed. The purpose of links of earlier releases is not known:
 * they stay.
 */
const isNewest = async (
  { memberLink }: Pick<Database['system'], 'memberLink'>,
  { tenantId, id, memberId, purpose }: MemberLink,
): Promise<boolean> =>
  purpose === null ||
  (await memberLink.findFirst({ where: { tenantId, memberId, purpose, id: { gt: id } }, select: { id: true } })) ===
    null

/** Uses up a link: of two concurrent requests one gets true. */
export const useLink = async (
  { system }: Pick<Database, 'system'>,
  tenantId: number,
  link: string,
  now: Date,
): Promise<boolean> => {
  const key = parseMemberSecret(link)
  if (key?.tenantId !== tenantId) return false
  const where = { ...key, usedAt: null, expiresAt: { gt: now } }
  const { count } = await system.memberLink.updateMany({ where, data: { usedAt: now } })
  return count === 1
}
