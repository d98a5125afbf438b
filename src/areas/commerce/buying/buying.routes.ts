import type { FastifyPluginAsync } from 'fastify'
import { shippingMethods } from './shipping-methods/shipping-methods.routes.ts'

/** Buying in the store: how orders are delivered. */
export const buying: FastifyPluginAsync = async (app) => {
  await app.register(shippingMethods)
}
