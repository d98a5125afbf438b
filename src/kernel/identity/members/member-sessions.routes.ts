import type { FastifyInstance, FastifyReply } from 'fastify'
import { forbidden } from '#kernel/errors/problem'
import { keepNotice, takeNotice } from '#kernel/pages/notice'
import { sendPage } from '#kernel/pages/send-page'
import { endListed } from '../account/session-list.ts'
import { Parameters } from '../oauth/parameters.ts'
import { memberSessionOf, type PagesContext } from '../pages/context.ts'
import { memberSessionsPage } from '../pages/member-sessions.page.ts'
import { formToken, isOwnForm, isSentFromElsewhere } from '../sign-in/forms.ts'
import { type MemberHandler, type MemberRequest, memberPages } from './member-pages.ts'
import type { MemberSession } from './member-sessions.ts'

const PUBLIC = { config: { isPublic: true } } as const
const EXPIRED = { kind: 'refused', text: 'The form has expired. Please try again.' } as const

/** The sessions of a member in a tenant, to recognize and end. */
export const memberSessionRoutes = (app: FastifyInstance, context: PagesContext): void => {
  const page = memberPages(context)
  app.get('/members/:tenantKey/sessions', PUBLIC, page(signedIn(showSessions)))
  app.post('/members/:tenantKey/sessions', PUBLIC, page(signedIn(endSessions)))
}

type Handler = (asked: MemberRequest, session: MemberSession) => Promise<FastifyReply>

const signedIn =
  (handle: Handler): MemberHandler =>
  async (asked) => {
    const session = await memberSessionOf(asked.context, asked.request, asked.tenant.id)
    return session ? handle(asked, session) : asked.reply.redirect(asked.paths.signIn, 303)
  }

const showSessions: Handler = async ({ context, tenant, paths, request, reply }, { id, member, token }) => {
  // Otherwise browsers send no Origin with the forms of the page.
  reply.header('referrer-policy', 'same-origin')
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

const endSessions: Handler = async ({ context, paths, request, reply }, { id, member, token }) => {
  if (isSentFromElsewhere(request, context.issuer(request))) throw forbidden('The form is from another site.')
  const form = new Parameters(request.body)
  const now = context.clock.now()
  const isOwn = isOwnForm(token, form.get('form'))
  const end = {
    one: (wanted: number) => context.memberSessions.endOne(member, wanted, now),
    others: () => context.memberSessions.endOthers(member, Number(id), now),
  }
  const notice = isOwn ? ({ kind: 'done', text: await endListed(form.get('session'), end) } as const) : EXPIRED
  keepNotice(reply, context.isSecure(request), notice)
  return reply.redirect(paths.sessions, 303)
}
