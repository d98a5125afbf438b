import type { FastifyPluginAsync } from 'fastify'
import { ledgerLog } from './ledger-log/ledger-log.routes.ts'
import { registryQueue } from './registry-queue/registry-queue.routes.ts'

/** Logs of the tenant. */
export const logs: FastifyPluginAsync = async (app) => {
  await app.register(ledgerLog)
  await app.register(registryQueue)
}
