import type { FastifyPluginAsync } from 'fastify'
import { embeddedChanges } from './embedded/embedded-changes.routes.ts'
import { registryQueue } from './queue/registry-queue.routes.ts'

/** Serves the embedded registry, and the queue of changes for the national registry. */
export const nationalRegistry: FastifyPluginAsync = async (app) => {
  await app.register(embeddedChanges)
  await app.register(registryQueue)
}
