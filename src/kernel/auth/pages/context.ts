import type { FastifyRequest } from 'fastify'
import type { OAuthContext } from '../oauth/context.ts'
import type { CookieNames } from '../sign-in/forms.ts'
import type { Session, Sessions } from '../sign-in/sessions.ts'
import type { SignInThrottle } from '../sign-in/throttle.ts'

/** The services that the pages use. */
export interface PagesContext extends OAuthContext {
  sessions: Sessions
  throttle: SignInThrottle
  cookies: CookieNames
  /** Whether clients use https. */
  isSecure: boolean
  /** Lifetime of a session. */
  sessionSeconds: number
}

/** The session of this browser. */
export const sessionOf = (
  { sessions, cookies, clock }: PagesContext,
  request: FastifyRequest,
): Promise<Session | undefined> => sessions.find(request.cookies[cookies.session], clock.now())
