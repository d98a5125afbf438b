import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store'
import { JsonText, serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion } from '#kernel/http/versions'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { readHistory, readLot } from './lots.queries.ts'
import { deleteLot, saveLot } from './lots.service.ts'

/** Lots of stock. */
export const lots: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.getStoreItemPurchaseHistory,
    async ({ scope, params }) => new JsonText(await readHistory(scope, params.storeitemid)),
  )

  serve(app, operations.getStoreInventoryRecord, async ({ scope, params }, reply) =>
    sendVersionedRow(reply, await readLot(scope, params.storeiteminventoryid)),
  )

  serve(app, operations.saveStoreInventoryRecord, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    return sendVersionedRow(reply, await saveLot(scope, params.storeiteminventoryid, body, expected))
  })

  serve(app, operations.deleteStoreInventoryRecord, async (request) => {
    await deleteLot(request.scope, request.params.storeiteminventoryid, expectedIfMatch(request))
    return {}
  })
}
