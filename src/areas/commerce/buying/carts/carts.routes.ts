import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store-buying'
import { serve } from '#kernel/http/serve'
import { expectedIfMatch, expectedVersion, sendVersion } from '#kernel/http/versions'
import { presentCart } from './carts.presenter.ts'
import { getCart } from './carts.queries.ts'
import { deleteCart, saveCart } from './carts.service.ts'

/** Carts: what contacts are about to buy. */
export const carts: FastifyPluginAsync = async (app) => {
  serve(app, operations.getStoreCart, async ({ scope, params }, reply) => {
    const cart = await getCart(scope, params.cartId)
    sendVersion(reply, cart.auditId)
    return presentCart(scope, cart)
  })

  serve(app, operations.saveStoreCart, async (request, reply) => {
    const { scope, params, body } = request
    const cart = await saveCart(scope, params.cartId, body, expectedVersion(request, body.AuditId))
    sendVersion(reply, cart.auditId)
    return presentCart(scope, cart)
  })

  serve(app, operations.deleteStoreCart, async (request) => {
    await deleteCart(request.scope, request.params.cartId, expectedIfMatch(request))
    return {}
  })
}
