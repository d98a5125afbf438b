import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/association-sync'
import { serve } from '#kernel/http/serve'
import { getContactByNationalId } from './association-sync.queries.ts'
import { readFeed } from './changes/feed.queries.ts'
import { associationSettings } from './settings/settings.routes.ts'
import { transactions } from './transactions/transactions.routes.ts'

/** Serves the sync of contacts with the national and state bodies. */
export const associationSync: FastifyPluginAsync = async (app) => {
  await app.register(associationSettings)
  await app.register(transactions)

  serve(app, operations.listAssociationChanges, ({ scope, params, query }) =>
    readFeed(scope, params.utcdatetime, query.origin),
  )

  serve(app, operations.getContactAuditByNationalId, ({ scope, params }) =>
    getContactByNationalId(scope, params.nationalid),
  )
}
