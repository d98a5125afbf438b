import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store-buying'
import { serveDelete, serveRecord, serveSavedRecord } from '#kernel/http/serve-forms'
import { presentCart } from './carts.presenter.ts'
import { getCart } from './carts.queries.ts'
import { deleteCart, saveCart } from './carts.service.ts'

/** Carts: what contacts are about to buy. */
export const carts: FastifyPluginAsync = async (app) => {
  serveRecord(
    app,
    operations.getStoreCart,
    (scope, { params }) => getCart(scope, params.cartId),
    (cart, scope) => presentCart(scope, cart),
  )

  serveSavedRecord(
    app,
    operations.saveStoreCart,
    (scope, { params, body, expected }) => saveCart(scope, params.cartId, body, expected),
    (cart, scope) => presentCart(scope, cart),
  )

  serveDelete(app, operations.deleteStoreCart, (scope, { params, expected }) =>
    deleteCart(scope, params.cartId, expected),
  )
}
