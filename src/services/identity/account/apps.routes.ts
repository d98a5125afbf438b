import type { FastifyInstance } from 'fastify'
import { keepNotice, takeNotice } from '#services/pages/notice'
import { sendPage } from '#services/pages/send-page'
import { type ConsentKey, endGrantedApp, listGrantedApps } from '../oauth/granted-apps.ts'
import type { PagesContext } from '../pages/context.ts'
import { zoneOf } from './account-layout.ts'
import { appsPage } from './apps.page.ts'

const PUBLIC = { config: { isPublic: true } } as const
const PATH = '/account/apps'
/** What the page says after it. */
export const ENDED_APP = { kind: 'done', text: 'The application has no access any more.' } as const
const KEY = /^(\d{1,9})-(\d{1,9})-(\d{1,9})$/

/** Serves the applications that the own login has allowed to act for it. */
export const appRoutes = (app: FastifyInstance, context: PagesContext): void => {
  app.get(
    PATH,
    PUBLIC,
    app.staffPage(async ({ request, reply, login, seats, formToken }) => {
      const apps = await listGrantedApps(context.system, { kind: 'login', id: login.id })
      const notice = takeNotice(request, reply, context.isSecure(request))
      return sendPage(reply, appsPage({ apps, formToken, notice, timeZone: zoneOf(seats) }))
    }),
  )
  app.post(
    PATH,
    PUBLIC,
    app.staffPage(async ({ request, reply, login, form }) => {
      const key = parseAppKey(form.get('app') ?? '')
      if (key) {
        await endGrantedApp(context.system, { kind: 'login', id: login.id }, key, context.clock.now())
        await context.credentials.settled()
        keepNotice(reply, context.isSecure(request), ENDED_APP)
      }
      return reply.redirect(PATH, 303)
    }),
  )
}

/** Parses the value of the button of an application. */
export const parseAppKey = (text: string): ConsentKey | undefined => {
  const [, tenantId, permissionTenantId, permissionId] = KEY.exec(text)?.map(Number) ?? []
  if (tenantId === undefined || permissionTenantId === undefined || permissionId === undefined) return undefined
  return { tenantId, permissionTenantId, permissionId }
}
