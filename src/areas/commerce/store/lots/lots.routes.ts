import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store'
import { JsonText, serve } from '#kernel/http/serve'
import { serveDelete, serveRow, serveSave } from '#kernel/http/serve-forms'
import { readHistory, readLot } from './lots.queries.ts'
import { deleteLot, saveLot } from './lots.service.ts'

/** Serves the lots of stock. */
export const lots: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.getStoreItemPurchaseHistory,
    async ({ scope, params }) => new JsonText(await readHistory(scope, params.storeitemid)),
  )

  serveRow(app, operations.getStoreInventoryRecord, (scope, { params }) => readLot(scope, params.storeiteminventoryid))

  serveSave(app, operations.saveStoreInventoryRecord, (scope, { params, body, expected }) =>
    saveLot(scope, params.storeiteminventoryid, body, expected),
  )

  serveDelete(app, operations.deleteStoreInventoryRecord, (scope, { params, expected }) =>
    deleteLot(scope, params.storeiteminventoryid, expected),
  )
}
