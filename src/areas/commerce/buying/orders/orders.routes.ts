import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store'
import { operations as buyingOperations } from '#contract/commerce/store-buying'
import { serve } from '#kernel/http/serve'
import { serveRow, serveSave } from '#kernel/http/serve-forms'
import { expectedVersion } from '#kernel/http/versions'
import { parseListFields, parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { sendVersionedRow } from '#kernel/listing/list-rows'
import { sendCsv } from '#services/csv/list-csv'
import { checkoutCart } from '../checkout/checkout.service.ts'
import { cancelOrder } from './cancellations.service.ts'
import { orderList } from './orders.listing.ts'
import { readOrder } from './orders.queries.ts'
import { downloadOrders } from './orders.service.ts'
import { refundOrder } from './refunds.service.ts'
import { shipOrder } from './shipments.service.ts'

/** Serves orders of the store, and the checkout that places them. */
export const orders: FastifyPluginAsync = async (app) => {
  serve(app, operations.searchStoreOrders, (request, reply) =>
    sendList(request, reply, orderList(request.scope), parseListFields(request.body), { hasNextLink: false }),
  )

  serve(app, buyingOperations.downloadStoreOrders, async (request) =>
    sendCsv(request, await downloadOrders(request.scope, parseListQuery(request.query))),
  )

  serveRow(app, operations.getStoreOrder, (scope, { params }) => readOrder(scope, params.storepurchaseid))

  serve(app, buyingOperations.checkoutStoreCart, async (request, reply) => {
    const { scope, params, body } = request
    const expected = expectedVersion(request, body.AuditId)
    const id = await checkoutCart(scope, app.processorTools, params.cartId, body, expected)
    return sendVersionedRow(reply, await readOrder(scope, id))
  })

  serveSave(app, buyingOperations.cancelStoreOrder, (scope, { params, body, expected }) =>
    cancelOrder(scope, params.storepurchaseid, body, expected),
  )

  serveSave(app, buyingOperations.refundStoreOrder, (scope, { params, body, expected }) =>
    refundOrder(scope, params.storepurchaseid, body, expected),
  )

  serveSave(app, buyingOperations.shipStoreOrder, (scope, { params, body, expected }) =>
    shipOrder(scope, params.storepurchaseid, body, expected),
  )
}
