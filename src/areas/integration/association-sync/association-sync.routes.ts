import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type AssocDeleteInput, operations } from '#contract/integration/association-sync'
import { serve } from '#kernel/http/serve'
import { parseShapedJson } from '#kernel/http/shaped-json'
import { getContactByNationalId } from './association-sync.queries.ts'
import { readFeed } from './changes/feed.queries.ts'
import { associationSettings } from './settings/settings.routes.ts'
import { parseDeletion, parseTransaction } from './transactions/transactions.input.ts'
import { receiveTransaction } from './transactions/transactions.service.ts'

const deletionOf = (request: FastifyRequest, model: string): AssocDeleteInput =>
  parseShapedJson<AssocDeleteInput>(request, model, { $ref: 'AssocDelete#' }, 'query:model')

/** The sync of contacts with the national and state bodies. */
export const associationSync: FastifyPluginAsync = async (app) => {
  await app.register(associationSettings)

  serve(app, operations.listAssociationChanges, ({ scope, params, query }) =>
    readFeed(scope, params.utcdatetime, query.origin),
  )

  serve(app, operations.getContactAuditByNationalId, ({ scope, params }) =>
    getContactByNationalId(scope, params.nationalid),
  )

  serve(app, operations.upsertAssociationPerson, async ({ scope, body }) => {
    await receiveTransaction(scope, parseTransaction('upsert', 1, body))
    return {}
  })

  serve(app, operations.moveAssociationPerson, async ({ scope, body }) => {
    await receiveTransaction(scope, parseTransaction('move', 1, body))
    return {}
  })

  serve(app, operations.deleteAssociationPerson, async (request) => {
    await receiveTransaction(request.scope, parseDeletion(1, deletionOf(request, request.query.model)))
    return {}
  })

  serve(app, operations.upsertAssociationOrganization, async ({ scope, body }) => {
    await receiveTransaction(scope, parseTransaction('upsert', 2, body))
    return {}
  })

  serve(app, operations.moveAssociationOrganization, async ({ scope, body }) => {
    await receiveTransaction(scope, parseTransaction('move', 2, body))
    return {}
  })

  serve(app, operations.deleteAssociationOrganization, async (request) => {
    await receiveTransaction(request.scope, parseDeletion(2, deletionOf(request, request.query.model)))
    return {}
  })
}
