import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store-buying'
import { serveDelete, serveList, serveLookup, serveRow, serveSave } from '#kernel/http/serve-forms'
import { parseNamedListQuery } from '#kernel/listing/input'
import { shippingMethodList } from './shipping-methods.listing.ts'
import { listShippingMethodChoices, readShippingMethod } from './shipping-methods.queries.ts'
import { deleteShippingMethod, saveShippingMethod } from './shipping-methods.service.ts'

/** Serves the ways in which orders are delivered. */
export const shippingMethods: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listShippingMethods, shippingMethodList, parseNamedListQuery)

  serveLookup(app, operations.lookupShippingMethods, listShippingMethodChoices)

  serveRow(app, operations.getShippingMethod, (scope, { params }) => readShippingMethod(scope, params.shippingMethodId))

  serveSave(app, operations.saveShippingMethod, (scope, { params, body, expected }) =>
    saveShippingMethod(scope, params.shippingMethodId, body, expected),
  )

  serveDelete(app, operations.deleteShippingMethod, (scope, { params, expected }) =>
    deleteShippingMethod(scope, params.shippingMethodId, expected),
  )
}
