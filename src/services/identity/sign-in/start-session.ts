import type { FastifyReply, FastifyRequest } from 'fastify'
import { enqueueJobs } from '#kernel/jobs/enqueue'
import type { Login } from '#prisma/client'
import { browserName } from '../account/browser-name.ts'
import { noticeJob } from '../mail/login-mails.ts'
import { clientOf, cookiesOf, type PagesContext } from '../pages/context.ts'
import { isBrowserKnown, rememberBrowser } from './attempts.ts'
import { cookieOptions } from './forms.ts'

/**
 * Starts a session of a login whose password was verified. Ends an earlier session of the browser, which can belong to
 * another person. Returns false if the password of the login was changed or the login disabled since it was read.
 */
export const startStaffSession = async (
  context: PagesContext,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  login: Pick<Login, 'id' | 'email' | 'passwordHash' | 'lastSignInAt'>,
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
  // The first sign-in is in a new browser by its nature.
  if (login.lastSignInAt && !isBrowserKnown(context, request, login.email))
    await enqueueJobs(context.system, [noticeJob(login.id, newBrowser(request), now)])
  rememberBrowser(context, request, reply, login.email)
  request.log.info({ loginId: login.id }, 'signed in')
  return true
}

const newBrowser = ({ headers }: FastifyRequest): string =>
  `Your login was used in a new browser (${browserName(headers['user-agent'] ?? null)})`
