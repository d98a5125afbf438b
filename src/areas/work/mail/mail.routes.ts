import type { FastifyPluginAsync } from 'fastify'
import { mailMessages } from './messages/messages.routes.ts'
import { mailSuppressions } from './suppressions/suppressions.routes.ts'
import { mailTemplates } from './templates/templates.routes.ts'

/** Mail: what it is written by, what became of it, who wants none. */
export const mail: FastifyPluginAsync = async (app) => {
  await app.register(mailTemplates)
  await app.register(mailMessages)
  await app.register(mailSuppressions)
}
