import type { FastifyInstance } from 'fastify'
import { sendPage } from '#kernel/pages/send-page'
import { accountPage } from './account.page.ts'

const PUBLIC = { config: { isPublic: true } } as const

/** The pages of a signed-in member of staff about its own login. */
export const accountRoutes = (app: FastifyInstance): void => {
  app.get(
    '/account',
    PUBLIC,
    app.staffPage(async ({ reply, login, seats, formToken }) =>
      sendPage(reply, accountPage({ login, seats, formToken })),
    ),
  )
}
