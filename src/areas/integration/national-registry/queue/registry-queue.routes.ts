import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/logs'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { type List, sendList } from '#kernel/listing/list-response'
import { hasGrant, type Scope } from '#kernel/tenancy/scope'
import { todayOf } from '#kernel/time/day'
import { queueList } from './queue.listing.ts'
import { retryRegistryChange } from './queue.service.ts'
import { parseQueueFilter } from './registry-queue.input.ts'

const listFor = (scope: Scope): List => queueList(hasGrant(scope, 'logs:write'), scope.clock.now())

/** Serves the queue of changes for the national registry. */
export const registryQueue: FastifyPluginAsync = async (app) => {
  serve(app, operations.listRegistryQueueEvents, (request, reply) =>
    sendList(request, reply, listFor(request.scope), {}, { hasNextLink: false }),
  )

  serve(app, operations.searchRegistryQueueEvents, (request, reply) => {
    const { scope, body } = request
    const today = todayOf(scope)
    return sendList(request, reply, listFor(scope), parseQueueFilter(body, today), { hasNextLink: false })
  })

  serveAction(app, operations.retryRegistryQueueEvent, (scope, { params }) => retryRegistryChange(scope, params.rowid))
}
