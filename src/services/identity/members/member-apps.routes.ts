import type { FastifyInstance } from 'fastify'
import { keepNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { ENDED_APP, parseAppKey } from '../account/apps.routes.ts'
import { endGrantedApp, listGrantedApps } from '../oauth/granted-apps.ts'
import type { PagesContext } from '../pages/context.ts'
import { memberAppsPage } from '../pages/member-apps.page.ts'
import { type MemberSessionHandler, memberPages, ownPageOf, readOwnForm, signedIn } from './member-pages.ts'

const PUBLIC = { config: { isPublic: true } } as const

/** Serves the applications that a member has allowed to act for it in a tenant. */
export const memberAppRoutes = (app: FastifyInstance, context: PagesContext): void => {
  const page = memberPages(context)
  app.get('/members/:tenantKey/apps', PUBLIC, page(signedIn(showApps)))
  app.post('/members/:tenantKey/apps', PUBLIC, page(signedIn(endApp)))
}

const showApps: MemberSessionHandler = async (asked, session) => {
  const apps = await listGrantedApps(asked.context.system, session.user)
  return sendPage(asked.reply, memberAppsPage({ ...ownPageOf(asked, session), apps }))
}

const endApp: MemberSessionHandler = async (asked, session) => {
  const { context, tenant, paths, request, reply } = asked
  const form = readOwnForm(asked, session)
  const key = form && parseAppKey(form.get('app') ?? '')
  if (key) {
    // The id of a member belongs to its tenant.
    await endGrantedApp(context.system, session.user, { ...key, tenantId: tenant.id }, context.clock.now())
    await context.credentials.settled()
    keepNotice(reply, context.isSecure(request), ENDED_APP)
  }
  return reply.redirect(paths.apps, 303)
}
