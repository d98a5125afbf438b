import type { FastifyPluginAsync } from 'fastify'
import { queueList } from '#areas/integration/national-registry/queue/queue.listing'
import { retryRegistryChange } from '#areas/integration/national-registry/queue/queue.service'
import { operations } from '#contract/integration/logs'
import { serve } from '#kernel/http/serve'
import { sendList } from '#kernel/listing/list-response'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { parseQueueFilter } from './registry-queue.input.ts'

const canRetry = (scope: Scope): boolean => hasGrant(scope, 'logs:write')

/** The queue of changes for the national registry. */
export const registryQueue: FastifyPluginAsync = async (app) => {
  serve(app, operations.listRegistryQueueEvents, (request, reply) =>
    sendList(request, reply, queueList(canRetry(request.scope)), {}, { hasNextLink: false }),
  )

  serve(app, operations.searchRegistryQueueEvents, (request, reply) => {
    const { scope, body } = request
    const today = dayIn(scope.tenant.timeZone, scope.clock.now())
    const list = queueList(canRetry(scope))
    return sendList(request, reply, list, parseQueueFilter(body, today), { hasNextLink: false })
  })

  serve(app, operations.retryRegistryQueueEvent, async ({ scope, params }) => {
    await retryRegistryChange(scope, params.rowid)
    return {}
  })
}
