import type { FastifyInstance } from 'fastify'
import { sendPage } from '#services/pages/send-page'
import type { PagesContext } from '../pages/context.ts'
import { accountPage } from './account.page.ts'
import { appRoutes } from './apps.routes.ts'
import { emailRoutes } from './email.routes.ts'
import { passwordRoutes } from './password.routes.ts'
import { secondFactorPages } from './second-factor.routes.ts'
import { sessionRoutes } from './sessions.routes.ts'

const PUBLIC = { config: { isPublic: true } } as const

/** Serves the pages of a signed-in member of staff about its own login. */
export const accountRoutes = (app: FastifyInstance, context: PagesContext): void => {
  app.get(
    '/account',
    PUBLIC,
    app.staffPage(async ({ reply, ...view }) => sendPage(reply, accountPage(view))),
  )
  passwordRoutes(app, context)
  emailRoutes(app, context)
  sessionRoutes(app, context)
  secondFactorPages(app, context)
  appRoutes(app, context)
}
