import type { FastifyPluginAsync } from 'fastify'
import { carts } from './carts/carts.routes.ts'
import { storeDownloads } from './downloads/downloads.routes.ts'
import { orders } from './orders/orders.routes.ts'
import { ownPurchases } from './self/own-purchases.routes.ts'
import { shippingMethods } from './shipping-methods/shipping-methods.routes.ts'
import { vouchers } from './vouchers/vouchers.routes.ts'

/** Serves buying in the store: carts, checkout, orders, vouchers and downloads, and what members have bought. */
export const buying: FastifyPluginAsync = async (app) => {
  await app.register(shippingMethods)
  await app.register(carts)
  await app.register(orders)
  await app.register(vouchers)
  await app.register(storeDownloads)
  await app.register(ownPurchases)
}
