import type { FastifyRequest } from 'fastify'
import type { OAuthContext } from '../oauth/context.ts'
import type { CookieNames } from '../sign-in/forms.ts'
import type { Session, Sessions } from '../sign-in/sessions.ts'
import type { SignInThrottle } from '../sign-in/throttle.ts'

/** What the pages for people work with. */
export interface PagesContext extends OAuthContext {
  sessions: Sessions
  throttle: SignInThrottle
  cookies: CookieNames
  /** Whether clients reach this server by https. */
  isSecure: boolean
  /** Life of a session. */
  sessionSeconds: number
}

/** Who is signed in with this browser. */
export const sessionOf = (
  { sessions, cookies, clock }: PagesContext,
  request: FastifyRequest,
): Promise<Session | undefined> => sessions.find(request.cookies[cookies.session], clock.now())
