import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/connections'
import type { AdvancedFilterBaseInput } from '#contract/shared'
import { serve } from '#kernel/http/serve'
import { serveAction, serveDelete } from '#kernel/http/serve-forms'
import { expectedIfMatch, sendVersion } from '#kernel/http/versions'
import { parseListFields, parseOptions } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendRow } from '#kernel/listing/list-rows'
import { getRecord } from '#kernel/records/read'
import { inbox, toolsOf } from './channel/channel.routes.ts'
import { connectionList } from './connections.listing.ts'
import { presentConnection } from './connections.presenter.ts'
import { connectionKind, findTargetNames } from './connections.queries.ts'
import { deleteConnection, disableConnection, enableConnection, saveConnection } from './connections.service.ts'
import { exchanges } from './exchanges/exchanges.routes.ts'
import { lookups } from './lookups/lookups.routes.ts'
import { parsePathId } from './path-ids.input.ts'

/** The schema of `options` in the contract. */
const FILTER = { $ref: 'AdvancedFilterBase#' }

/** Serves exchanges between tenants, and the connections that synchronize contacts. */
export const connections: FastifyPluginAsync = async (app) => {
  await app.register(exchanges)
  await app.register(lookups)
  await app.register(inbox)

  serve(app, operations.listConnections, async (request, reply) => {
    const filter = parseOptions<AdvancedFilterBaseInput>(request, request.query.options, FILTER)
    return sendList(request, reply, connectionList(request.scope), parseListFields(filter, 'query:options/'))
  })

  serve(app, operations.getConnection, async ({ scope, params }, reply) => {
    const connection = await getRecord(scope, connectionKind, params.connectionid)
    sendVersion(reply, connection.auditId)
    return presentConnection(scope, connection, await findTargetNames(scope, connection))
  })

  serve(app, operations.saveConnection, async (request, reply) => {
    const { scope, params, query, body } = request
    const id = parsePathId(params.connectionid, 'connection')
    const input = { ...body, ForceSave: body.ForceSave === true || query.forcesave === true }
    const saved = await saveConnection(scope, toolsOf(app, request), id, input, expectedIfMatch(request))
    sendVersion(reply, saved.auditId)
    return sendRow(scope, connectionList(scope), saved.id, 'connection')
  })

  serveDelete(app, operations.deleteConnection, (scope, { params, expected }) =>
    deleteConnection(scope, params.connectionid, expected),
  )

  serve(app, operations.disableConnection, async (request) => {
    await disableConnection(request.scope, toolsOf(app, request), request.params.connectionid)
    return {}
  })

  serveAction(app, operations.enableConnection, (scope, { params }) => enableConnection(scope, params.connectionid))
}
