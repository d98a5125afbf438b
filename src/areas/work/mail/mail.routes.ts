import type { FastifyPluginAsync } from 'fastify'
import { mailMessages } from './messages/messages.routes.ts'
import { mailSuppressions } from './suppressions/suppressions.routes.ts'
import { mailTemplates } from './templates/templates.routes.ts'

/** Serves the templates of mails, the mails and their status, and the addresses that receive none. */
export const mail: FastifyPluginAsync = async (app) => {
  await app.register(mailTemplates)
  await app.register(mailMessages)
  await app.register(mailSuppressions)
}
