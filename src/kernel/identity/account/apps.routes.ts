import type { FastifyInstance } from 'fastify'
import { sendPage } from '#kernel/pages/send-page'
import { type ConsentKey, endGrantedApp, listGrantedApps } from '../oauth/granted-apps.ts'
import { Parameters } from '../oauth/parameters.ts'
import type { PagesContext } from '../pages/context.ts'
import { appsPage } from './apps.page.ts'

const PUBLIC = { config: { isPublic: true } } as const
const PATH = '/account/apps'
const KEY = /^(\d{1,9})-(\d{1,9})-(\d{1,9})$/

/** The applications that the own login has allowed to act for it. */
export const appRoutes = (app: FastifyInstance, context: PagesContext): void => {
  app.get(
    PATH,
    PUBLIC,
    app.staffPage(async ({ request, reply, login, formToken }) => {
      const apps = await listGrantedApps(context.system, login.id)
      const hasEnded = new Parameters(request.query).get('ended') !== undefined
      return sendPage(reply, appsPage({ apps, formToken, hasEnded }))
    }),
  )
  app.post(
    PATH,
    PUBLIC,
    app.staffPage(async ({ reply, login, form }) => {
      const key = parseKey(form.get('app') ?? '')
      if (key) {
        await endGrantedApp(context.system, login.id, key, context.clock.now())
        await context.credentials.settled()
      }
      return reply.redirect(`${PATH}?ended=1`, 303)
    }),
  )
}

const parseKey = (text: string): ConsentKey | undefined => {
  const [, tenantId, permissionTenantId, permissionId] = KEY.exec(text)?.map(Number) ?? []
  if (tenantId === undefined || permissionTenantId === undefined || permissionId === undefined) return undefined
  return { tenantId, permissionTenantId, permissionId }
}
