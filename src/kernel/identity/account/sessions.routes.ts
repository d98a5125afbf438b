import type { FastifyInstance } from 'fastify'
import { sendPage } from '#kernel/pages/send-page'
import { Parameters } from '../oauth/parameters.ts'
import type { PagesContext } from '../pages/context.ts'
import { sessionsPage } from './sessions.page.ts'

const PUBLIC = { config: { isPublic: true } } as const
const SESSION_ID = /^[1-9]\d{0,8}$/

/** The sessions of the own login, to recognize and end. */
export const sessionRoutes = (app: FastifyInstance, context: PagesContext): void => {
  app.get(
    '/account/sessions',
    PUBLIC,
    app.staffPage(async ({ request, reply, login, sessionId, formToken }) => {
      const sessions = await context.sessions.list(login.id, context.clock.now())
      const ended = new Parameters(request.query).get('ended')
      return sendPage(reply, sessionsPage({ sessions, sessionId, formToken, ended }))
    }),
  )
  app.post(
    '/account/sessions',
    PUBLIC,
    app.staffPage(async ({ reply, login, sessionId, form }) => {
      const now = context.clock.now()
      const id = form.get('session') ?? ''
      if (id === 'others') {
        await context.sessions.endOthers(login.id, sessionId, now)
        return reply.redirect('/account/sessions?ended=others', 303)
      }
      if (SESSION_ID.test(id)) await context.sessions.endOne(login.id, Number(id), now)
      return reply.redirect('/account/sessions?ended=one', 303)
    }),
  )
}
