import type { FastifyInstance } from 'fastify'
import { keepNotice, takeNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import type { PagesContext } from '../pages/context.ts'
import { zoneOf } from './account-layout.ts'
import { endListed } from './session-list.ts'
import { sessionsPage } from './sessions.page.ts'

const PUBLIC = { config: { isPublic: true } } as const

/** Serves the sessions of the own login, to recognize and end. */
export const sessionRoutes = (app: FastifyInstance, context: PagesContext): void => {
  app.get(
    '/account/sessions',
    PUBLIC,
    app.staffPage(async ({ request, reply, login, seats, sessionId, formToken }) => {
      const sessions = await context.sessions.list(login.id, context.clock.now())
      const notice = takeNotice(request, reply, context.isSecure(request))
      return sendPage(reply, sessionsPage({ sessions, sessionId, formToken, notice, timeZone: zoneOf(seats) }))
    }),
  )
  app.post(
    '/account/sessions',
    PUBLIC,
    app.staffPage(async ({ request, reply, login, sessionId, form }) => {
      const now = context.clock.now()
      const text = await endListed(form.get('session'), {
        one: (id) => context.sessions.endOne(login.id, id, now),
        others: () => context.sessions.endOthers(login.id, sessionId, now),
      })
      keepNotice(reply, context.isSecure(request), { kind: 'done', text })
      return reply.redirect('/account/sessions', 303)
    }),
  )
}
