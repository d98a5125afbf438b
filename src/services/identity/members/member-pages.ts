import type { FastifyReply, FastifyRequest } from 'fastify'
import { forbidden, notFound } from '#kernel/errors/problem'
import { TENANT_KEY } from '#kernel/tenancy/tenant-part'
import type { Tenant } from '#prisma/client'
import { keepNotice, takeNotice } from '#services/pages/notice'
import { Parameters } from '../oauth/parameters.ts'
import { clientOf, cookiesOf, memberSessionOf, type PagesContext } from '../pages/context.ts'
import { type MemberPaths, memberPaths } from '../pages/member-paths.ts'
import { rememberBrowser } from '../sign-in/attempts.ts'
import { EXPIRED_FORM } from '../sign-in/form-faults.ts'
import { cookieOptions, formToken, isOwnForm, isSentFromElsewhere } from '../sign-in/forms.ts'
import type { MemberSession, SignInProof } from './member-sessions.ts'
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

/** Handles a request of a signed-in member. */
export type MemberSessionHandler = (asked: MemberRequest, session: MemberSession) => Promise<FastifyReply>

/** Makes the handler of a page for signed-in members: others are redirected to the sign-in page. */
export const signedIn =
  (handle: MemberSessionHandler): MemberHandler =>
  async (asked) => {
    const { context, tenant, paths, request, reply } = asked
    // Otherwise browsers send no Origin with the forms of the page.
    reply.header('referrer-policy', 'same-origin')
    const session = await memberSessionOf(context, request, tenant.id)
    return session ? handle(asked, session) : reply.redirect(paths.signIn, 303)
  }

/** Returns what the member's own pages have in common. Takes the notice for the page. */
export const ownPageOf = (
  { context, tenant, paths, request, reply }: MemberRequest,
  { member, token }: MemberSession,
) => ({
  formToken: formToken(token),
  timeZone: tenant.timeZone,
  paths,
  tenantName: tenant.name,
  email: member.email,
  notice: takeNotice(request, reply, context.isSecure(request)),
})

/**
 * Reads a form of the member's own page. Returns undefined, with a notice for the next page, for one of an earlier session.
 *
 * @throws 403 for a form of another site.
 */
export const readOwnForm = (
  { context, request, reply }: MemberRequest,
  { token }: MemberSession,
): Parameters | undefined => {
  if (isSentFromElsewhere(request, context.issuer(request))) throw forbidden('The form is from another site.')
  const form = new Parameters(request.body)
  if (isOwnForm(token, form.get('form'))) return form
  keepNotice(reply, context.isSecure(request), { kind: 'refused', text: EXPIRED_FORM.text })
  return undefined
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
