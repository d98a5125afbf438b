import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Login } from '#prisma/client'
import { clientOf, cookiesOf, type PagesContext } from '../pages/context.ts'
import { rememberBrowser } from './attempts.ts'
import { cookieOptions } from './forms.ts'

/**
 * Starts a session of a login whose password was verified. Ends an earlier session of the browser, which can belong to
 * another person. Returns false if the password of the login was changed or the login disabled since it was read.
 */
export const startStaffSession = async (
  context: PagesContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  login: Pick<Login, 'id' | 'email' | 'passwordHash'>,
  now = context.clock.now(),
): Promise<boolean> => {
  const cookies = cookiesOf(context, request)
  const before = request.cookies[cookies.session]
  if (before !== undefined) await context.sessions.end(before, now)
  const token = await context.sessions.start(login, clientOf(request), now)
  if (token === undefined) return false
  reply.setCookie(cookies.session, token, {
    ...cookieOptions(context.isSecure(request)),
    maxAge: context.sessionSeconds,
  })
  rememberBrowser(context, request, reply, login.email)
  request.log.info({ loginId: login.id }, 'signed in')
  return true
}
