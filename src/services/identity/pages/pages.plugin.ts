import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import type { FastifyError, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { Problem } from '#kernel/errors/problem'
import { messagePage } from '#services/pages/message.page'
import { sendPage } from '#services/pages/send-page'
import { STYLE, STYLE_PATH } from '#services/pages/style'
import { accountRoutes } from '../account/account.routes.ts'
import { memberRoutes } from '../members/member.routes.ts'
import { authorizeRoutes } from '../oauth/authorize.routes.ts'
import { UntrustedRequest } from '../oauth/authorize-request.ts'
import { toOAuthError } from '../oauth/oauth-error.ts'
import { passkeyScript, secondFactorRoutes } from '../second-factor/second-factor.routes.ts'
import { forgotPasswordRoutes } from '../sign-in/forgot-password.routes.ts'
import { countSessions } from '../sign-in/rate-sessions.ts'
import { signInRoutes } from '../sign-in/sign-in.routes.ts'
import { type PagesContext, rememberInstallation } from './context.ts'

/** Serves the pages: sign-in, sign-out, consent. Only these read cookies and forms; the interface does not. */
export const signInPages: FastifyPluginAsync<{ context: PagesContext }> = async (app, { context }) => {
  app.addHook('onRoute', countSessions)
  app.removeAllContentTypeParsers()
  await app.register(formbody, { bodyLimit: 32_768 })
  await app.register(cookie)
  app.setErrorHandler(sendErrorPage)
  app.get(STYLE_PATH, { config: { isPublic: true }, logLevel: 'warn' }, async (_request, reply) => {
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8')
    return STYLE
  })
  await app.register(async (pages) => {
    pages.addHook('preHandler', async (request, reply) => rememberInstallation(context, request, reply))
    signInRoutes(pages, context)
    secondFactorRoutes(pages, context)
    forgotPasswordRoutes(pages, context)
  })
  passkeyScript(app)
  accountRoutes(app, context)
  memberRoutes(app, context)
  authorizeRoutes(app, context)
}

const sendErrorPage = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
  if (error instanceof UntrustedRequest) {
    const advice =
      'You were not redirected, because that would not be safe. Go back to the application, or contact its vendor.'
    return sendPage(reply, messagePage('This link does not work', error.message, advice), { status: 400 })
  }
  if (error instanceof Problem && error.code === 'public-url-needed')
    return sendPage(reply, messagePage('Sign-in is off', error.message), { status: error.status })
  const known = toOAuthError(error)
  if (known.status >= 500) request.log.error({ err: error }, 'request failed')
  reply.headers(known.headers)
  const [title, text] = wordsFor(known.status)
  const details = known.status >= 500 ? [`Request ${request.id}`] : []
  return sendPage(reply, messagePage(title, text, ...details), { status: known.status })
}

const wordsFor = (status: number): [title: string, text: string] => {
  if (status === 429) return ['Too many requests', 'Wait a minute, then try again.']
  if (status === 503) return ['Unavailable for a moment', 'The server is not available right now. Try again shortly.']
  if (status === 404)
    return ['Unknown association', 'There is no association at this address. Check it, or ask your association for it.']
  if (status < 500) return ['That did not work', 'The request could not be read. Go back and try again.']
  return [
    'Something went wrong',
    'The server failed unexpectedly. Try again, and report the request number if the problem remains.',
  ]
}
