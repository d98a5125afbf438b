import type { FastifyPluginAsync } from 'fastify'
import { queueList } from '#areas/integration/national-registry/queue/queue.listing'
import { operations } from '#contract/integration/logs'
import { serve } from '#kernel/http/serve'
import { sendList } from '#kernel/listing/list-response'
import { dayIn } from '#kernel/time/day'
import { parseQueueFilter } from './registry-queue.input.ts'

/** The queue of changes for the national registry. */
export const registryQueue: FastifyPluginAsync = async (app) => {
  serve(app, operations.listRegistryQueueEvents, (request, reply) =>
    sendList(request, reply, queueList, {}, { hasNextLink: false }),
  )

  serve(app, operations.searchRegistryQueueEvents, (request, reply) => {
    const { tenant, clock } = request.scope
    const today = dayIn(tenant.timeZone, clock.now())
    return sendList(request, reply, queueList, parseQueueFilter(request.body, today), { hasNextLink: false })
  })
}
