import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/logs'
import { serve } from '#kernel/http/serve'
import { parseListQuery } from '#kernel/listing/input'
import { sendList } from '#kernel/listing/list-response'
import { jobList } from './jobs.listing.ts'
import { retryJob } from './jobs.service.ts'

/** The background jobs of the tenant. */
export const tenantJobs: FastifyPluginAsync = async (app) => {
  serve(app, operations.listJobs, (request, reply) => sendList(request, reply, jobList, parseListQuery(request.query)))

  serve(app, operations.retryJob, async ({ scope, params }) => {
    await retryJob(scope, params.jobid)
    return {}
  })
}
