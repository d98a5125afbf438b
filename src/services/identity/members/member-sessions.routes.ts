import type { FastifyInstance } from 'fastify'
import { keepNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { endListed } from '../account/session-list.ts'
import type { PagesContext } from '../pages/context.ts'
import { memberSessionsPage } from '../pages/member-sessions.page.ts'
import { type MemberSessionHandler, memberPages, ownPageOf, readOwnForm, signedIn } from './member-pages.ts'

const PUBLIC = { config: { isPublic: true } } as const

/** Serves the sessions of a member in a tenant, to recognize and end. */
export const memberSessionRoutes = (app: FastifyInstance, context: PagesContext): void => {
  const page = memberPages(context)
  app.get('/members/:tenantKey/sessions', PUBLIC, page(signedIn(showSessions)))
  app.post('/members/:tenantKey/sessions', PUBLIC, page(signedIn(endSessions)))
}

const showSessions: MemberSessionHandler = async (asked, session) => {
  const { context, reply } = asked
  const sessions = await context.memberSessions.list(session.member, context.clock.now())
  return sendPage(reply, memberSessionsPage({ ...ownPageOf(asked, session), sessions, sessionId: Number(session.id) }))
}

const endSessions: MemberSessionHandler = async (asked, session) => {
  const { context, paths, request, reply } = asked
  const { id, member } = session
  const form = readOwnForm(asked, session)
  if (form) {
    const now = context.clock.now()
    const text = await endListed(form.get('session'), {
      one: (wanted) => context.memberSessions.endOne(member, wanted, now),
      others: () => context.memberSessions.endOthers(member, Number(id), now),
    })
    keepNotice(reply, context.isSecure(request), { kind: 'done', text })
  }
  return reply.redirect(paths.sessions, 303)
}
