import type { FastifyInstance } from 'fastify'
import { sendPage } from '#services/pages/send-page'
import { Parameters } from '../oauth/parameters.ts'
import { cookiesOf, type PagesContext } from '../pages/context.ts'
import { brokenLinkPage, openLinkPage } from '../pages/member-sign-in.page.ts'
import { browserToken, formToken, isOwnForm } from '../sign-in/forms.ts'
import { returnOf } from '../sign-in/next-page.ts'
import { findLink, useLink } from './member-links.ts'
import { type MemberRequest, memberPages, startMemberSession } from './member-pages.ts'

/** The path contains a secret. */
const PUBLIC = { config: { isPublic: true, hasSecretPath: true } } as const

const linkOf = ({ request }: MemberRequest): string => (request.params as { link: string }).link

/** Serves signing in by a mailed link. Opening it changes nothing: programs open the links of mails, too. */
export const memberLinkRoutes = (app: FastifyInstance, context: PagesContext): void => {
  const page = memberPages(context)

  app.get('/members/:tenantKey/link/:link', PUBLIC, page(showLink))

  app.post(
    '/members/:tenantKey/link/:link',
    PUBLIC,
    page(async (asked) => {
      const { tenant, paths, request, reply } = asked
      const sent = new Parameters(request.body).get('form')
      if (!isOwnForm(request.cookies[cookiesOf(context, request).form], sent)) return showLink(asked)
      const now = context.clock.now()
      const found = await findLink(context, tenant.id, linkOf(asked), now)
      const isUsed = found && (await useLink(context, tenant.id, linkOf(asked), now))
      if (!isUsed || !(await startMemberSession(asked, found.member, { by: 'link' })))
        return sendPage(reply, brokenLinkPage(paths), { status: 410 })
      return reply.redirect(found.next ?? paths.signIn, 303)
    }),
  )
}

const showLink = async (asked: MemberRequest) => {
  const { context, tenant, paths, request, reply } = asked
  const found = await findLink(context, tenant.id, linkOf(asked), context.clock.now())
  if (!found) return sendPage(reply, brokenLinkPage(paths), { status: 410 })
  const token = browserToken(request, reply, cookiesOf(context, request).form, context.isSecure(request))
  const { displayName, email } = found.member
  const action = `/members/${tenant.key}/link/${linkOf(asked)}`
  const leadsTo = await returnOf(context, found.next ?? undefined)
  const view = { tenantName: tenant.name, displayName, email, action, formToken: formToken(token) }
  return sendPage(reply, openLinkPage(view), leadsTo === undefined ? {} : { leadsTo })
}
