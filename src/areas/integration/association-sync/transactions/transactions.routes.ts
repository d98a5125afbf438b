import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { type AssocDeleteInput, operations } from '#contract/integration/association-sync'
import { toProblem } from '#kernel/errors/problem-handler'
import { serve } from '#kernel/http/serve'
import { parseShapedJson } from '#kernel/http/shaped-json'
import type { Scope } from '#kernel/tenancy/scope'
import { logRefusal, type TransactionRoute } from './refusals.service.ts'
import { parseDeletion, parseTransaction } from './transactions.input.ts'
import type { SyncTransaction } from './transactions.model.ts'
import { receiveTransaction } from './transactions.service.ts'

const ROUTES: ReadonlyMap<string, TransactionRoute> = new Map([
  [operations.upsertAssociationPerson.url, { operation: 'upsert', systemTypeId: 1 }],
  [operations.moveAssociationPerson.url, { operation: 'move', systemTypeId: 1 }],
  [operations.deleteAssociationPerson.url, { operation: 'delete', systemTypeId: 1 }],
  [operations.upsertAssociationOrganization.url, { operation: 'upsert', systemTypeId: 2 }],
  [operations.moveAssociationOrganization.url, { operation: 'move', systemTypeId: 2 }],
  [operations.deleteAssociationOrganization.url, { operation: 'delete', systemTypeId: 2 }],
])

const deletionOf = (request: FastifyRequest, model: string): AssocDeleteInput =>
  parseShapedJson<AssocDeleteInput>(request, model, { $ref: 'AssocDelete#' }, 'query:model')

/** Applies a transaction. Its operation returns an empty object. */
const receive = async (scope: Scope, transaction: SyncTransaction): Promise<Record<string, never>> => {
  await receiveTransaction(scope, transaction)
  return {}
}

/** Serves the transactions of the national and the state bodies. */
export const transactions: FastifyPluginAsync = async (app) => {
  app.addHook('onError', async (request, _reply, error) => {
    const route = ROUTES.get(request.routeOptions.url ?? '')
    // Without a caller, the tenant is not known.
    if (!route || !request.caller || request.refusal) return
    await logRefusal(request.scope, request, route, toProblem(error))
  })

  serve(app, operations.upsertAssociationPerson, ({ scope, body }) =>
    receive(scope, parseTransaction('upsert', 1, body)),
  )

  serve(app, operations.moveAssociationPerson, ({ scope, body }) => receive(scope, parseTransaction('move', 1, body)))

  serve(app, operations.deleteAssociationPerson, (request) =>
    receive(request.scope, parseDeletion(1, deletionOf(request, request.query.model))),
  )

  serve(app, operations.upsertAssociationOrganization, ({ scope, body }) =>
    receive(scope, parseTransaction('upsert', 2, body)),
  )

  serve(app, operations.moveAssociationOrganization, ({ scope, body }) =>
    receive(scope, parseTransaction('move', 2, body)),
  )

  serve(app, operations.deleteAssociationOrganization, (request) =>
    receive(request.scope, parseDeletion(2, deletionOf(request, request.query.model))),
  )
}
