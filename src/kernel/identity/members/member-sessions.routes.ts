import type { FastifyInstance } from 'fastify'
import { keepNotice, takeNotice } from '#kernel/pages/notice'
import { sendPage } from '#kernel/pages/send-page'
import { endListed } from '../account/session-list.ts'
import type { PagesContext } from '../pages/context.ts'
import { memberSessionsPage } from '../pages/member-sessions.page.ts'
import { formToken } from '../sign-in/forms.ts'
import { type MemberSessionHandler, memberPages, readOwnForm, signedIn } from './member-pages.ts'

const PUBLIC = { config: { isPublic: true } } as const

/** The sessions of a member in a tenant, to recognize and end. */
export const memberSessionRoutes = (app: FastifyInstance, context: PagesContext): void => {
  const page = memberPages(context)
  app.get('/members/:tenantKey/sessions', PUBLIC, page(signedIn(showSessions)))
  app.post('/members/:tenantKey/sessions', PUBLIC, page(signedIn(endSessions)))
}

const showSessions: MemberSessionHandler = async (
  { context, tenant, paths, request, reply },
  { id, member, token },
) => {
  const view = {
    sessions: await context.memberSessions.list(member, context.clock.now()),
    sessionId: Number(id),
    formToken: formToken(token),
    timeZone: tenant.timeZone,
    paths,
    tenantName: tenant.name,
    email: member.email,
    notice: takeNotice(request, reply, context.isSecure(request)),
  }
  return sendPage(reply, memberSessionsPage(view))
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
