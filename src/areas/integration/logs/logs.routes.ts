import type { FastifyPluginAsync } from 'fastify'
import { externalEvents } from './external-events/external-events.routes.ts'
import { tenantJobs } from './jobs/jobs.routes.ts'
import { publicEvents } from './public-events/public-events.routes.ts'
import { tenantEvents } from './tenant-events/tenant-events.routes.ts'

export const logs: FastifyPluginAsync = async (app) => {
  await app.register(externalEvents)
  await app.register(publicEvents)
  await app.register(tenantEvents)
  await app.register(tenantJobs)
}
