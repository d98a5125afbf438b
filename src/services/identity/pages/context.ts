import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Sealer } from '#kernel/crypto/seal'
import type { MemberSession, MemberSessions } from '../members/member-sessions.ts'
import type { OAuthContext } from '../oauth/context.ts'
import { type CookieNames, cookieNames, cookieOptions } from '../sign-in/forms.ts'
import type { KnownBrowsers } from '../sign-in/known-browsers.ts'
import type { Client, Session, Sessions } from '../sign-in/sessions.ts'
import type { SignInThrottle } from '../sign-in/throttle.ts'

/** The services that the pages use. */
export interface PagesContext extends OAuthContext {
  sessions: Sessions
  memberSessions: MemberSessions
  throttle: SignInThrottle
  browsers: KnownBrowsers
  /** Encrypts the secrets of authenticator apps. */
  sealer: Sealer
  /** Returns whether the browser uses https: by PUBLIC_URL, or by the request, directly or through a trusted proxy. */
  isSecure(request: FastifyRequest): boolean
  /** The name of this installation if several share its address; empty otherwise. */
  installation: string
  /** Lifetime of a session. */
  sessionSeconds: number
}

/** Returns the session of a member of the tenant in this browser. */
export const memberSessionOf = (
  context: PagesContext,
  request: FastifyRequest,
  tenantId: number,
): Promise<MemberSession | undefined> =>
  context.memberSessions.find(
    request.cookies[cookiesOf(context, request).member],
    tenantId,
    clientOf(request),
    context.clock.now(),
  )

/** Returns the session of staff in this browser. */
export const sessionOf = (context: PagesContext, request: FastifyRequest): Promise<Session | undefined> =>
  context.sessions.find(request.cookies[cookiesOf(context, request).session], clientOf(request), context.clock.now())

/** Returns the browser of a request, which its session shows. */
export const clientOf = ({ ip, headers }: FastifyRequest): Client => ({
  address: ip,
  userAgent: headers['user-agent'],
})

/** Returns the names of the cookies for this browser. */
export const cookiesOf = ({ isSecure, installation }: PagesContext, request: FastifyRequest): CookieNames =>
  cookieNames(isSecure(request), installation)

/** Leads further requests of the browser for pages without a tenant to this installation. The proxy reads the cookie. */
export const rememberInstallation = (context: PagesContext, request: FastifyRequest, reply: FastifyReply): void => {
  const { installation } = context
  const name = cookiesOf(context, request).installation
  if (installation !== '' && request.cookies[name] !== installation)
    reply.setCookie(name, installation, cookieOptions(context.isSecure(request)))
}
