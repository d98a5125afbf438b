import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/commerce/store-buying'
import { JsonText, serve } from '#kernel/http/serve'
import { readOwnDownloads, readOwnOrders } from './own-purchases.queries.ts'

/** Serves what a signed-in member has bought in the store. */
export const ownPurchases: FastifyPluginAsync = async (app) => {
  serve(
    app,
    operations.listOwnStoreOrders,
    async ({ scope }) => new JsonText(`{"Orders":${await readOwnOrders(scope)}}`),
  )

  serve(
    app,
    operations.listOwnStoreDownloads,
    async ({ scope }) => new JsonText(`{"Downloads":${await readOwnDownloads(scope)}}`),
  )
}
