import type { FastifyReply, FastifyRequest } from 'fastify'
import { TENANT_KEY } from '#kernel/auth/authenticate'
import { notFound } from '#kernel/errors/problem'
import type { Tenant } from '#prisma/client'
import { clientOf, cookiesOf, type PagesContext } from '../pages/context.ts'
import { type MemberPaths, memberPaths } from '../pages/member-paths.ts'
import { rememberBrowser } from '../sign-in/attempts.ts'
import { cookieOptions } from '../sign-in/forms.ts'
import type { SignInProof } from './member-sessions.ts'
import { type ActiveMember, guessOf } from './members.ts'

/** A request to a page of the members of a tenant. */
export interface MemberRequest {
  context: PagesContext
  tenant: Tenant
  paths: MemberPaths
  request: FastifyRequest
  reply: FastifyReply
}

export type MemberHandler = (asked: MemberRequest) => Promise<FastifyReply>

/** Returns a function that makes the handler of a page below /members/{tenantKey}. Throws 404 for an unknown tenant. */
export const memberPages =
  (context: PagesContext) =>
  (handle: MemberHandler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { tenantKey: key } = request.params as { tenantKey: string }
    const tenant = TENANT_KEY.test(key) ? await context.credentials.findTenant({ key }) : undefined
    if (!tenant) throw notFound('tenant')
    return handle({ context, tenant, paths: memberPaths(tenant.key), request, reply })
  }

/**
 * Starts a session and ends an earlier one of the browser, which can belong to another person. Returns false if the member
 * can no longer sign in in this way.
 */
export const startMemberSession = async (
  { context, request, reply }: MemberRequest,
  member: Pick<ActiveMember, 'tenantId' | 'id' | 'email'>,
  proof: SignInProof,
  now = context.clock.now(),
): Promise<boolean> => {
  const cookies = cookiesOf(context, request)
  await context.memberSessions.end(request.cookies[cookies.member], now)
  const token = await context.memberSessions.start(member, proof, clientOf(request), now)
  if (token === undefined) return false
  reply.setCookie(cookies.member, token, {
    ...cookieOptions(context.isSecure(request)),
    maxAge: context.sessionSeconds,
  })
  rememberBrowser(context, request, reply, guessOf('sign-in', member).person)
  request.log.info({ memberId: member.id, tenantId: member.tenantId, by: proof.by }, 'member signed in')
  return true
}
