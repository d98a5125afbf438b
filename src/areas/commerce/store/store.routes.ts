import type { FastifyPluginAsync } from 'fastify'
import { images } from './images/images.routes.ts'
import { storeItems } from './items/items.routes.ts'
import { lots } from './lots/lots.routes.ts'

/** Serves the store: its items with their stock and images. */
export const store: FastifyPluginAsync = async (app) => {
  await app.register(storeItems)
  await app.register(lots)
  await app.register(images)
}
