import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { operations } from '#contract/integration/migration'
import { jsonMessage } from '#kernel/http/response-message'
import { type RequestOf, serve } from '#kernel/http/serve'
import type { TemplateSource } from './migration.model.ts'
import { parseWait } from './migration.model.ts'
import { presentMigration, presentReport } from './migration.presenter.ts'
import { migrateAll, migrateDatabase, migrateTemplates, reportMigrations } from './migration.service.ts'

/** Forbids caches to respond to a GET that changes state. */
const notCached = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store')

type TemplateOperation =
  | typeof operations.migrateCommunicationTemplates
  | typeof operations.migrateDocumentTemplates
  | typeof operations.migrateMessageTemplates

/** Serves migrations, for administrators of the platform. HEAD changes nothing: it reads the report. */
export const migration: FastifyPluginAsync = async (app) => {
  serve(app, operations.runAllMigrations, async ({ method, scope, headers }, reply) => {
    notCached(reply)
    if (method === 'HEAD') return jsonMessage([presentReport(await reportMigrations(scope, app.migrations))])
    return jsonMessage((await migrateAll(scope, app.migrations, parseWait(headers.prefer))).map(presentMigration))
  })

  serve(app, operations.runDatabaseMigration, async ({ method, scope, headers }, reply) => {
    notCached(reply)
    if (method === 'HEAD') return presentReport(await reportMigrations(scope, app.migrations))
    return presentMigration(await migrateDatabase(scope, app.migrations, parseWait(headers.prefer)))
  })

  serve(app, operations.getMigrationReport, async ({ scope }) =>
    presentReport(await reportMigrations(scope, app.migrations)),
  )

  const templates =
    (source: TemplateSource) =>
    async ({ method, scope }: RequestOf<TemplateOperation>, reply: FastifyReply) => {
      notCached(reply)
      if (method === 'HEAD') return presentReport(await reportMigrations(scope, app.migrations))
      return presentMigration(await migrateTemplates(scope, source))
    }

  serve(app, operations.migrateCommunicationTemplates, templates('template/communication'))
  serve(app, operations.migrateDocumentTemplates, templates('template/document'))
  serve(app, operations.migrateMessageTemplates, templates('template/message'))
}
