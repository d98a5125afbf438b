import type { FastifyPluginAsync } from 'fastify'
import { operations } from '#contract/integration/logs'
import { serveAction, serveList } from '#kernel/http/serve-forms'
import { parseListQuery } from '#kernel/listing/input'
import { jobList } from './jobs.listing.ts'
import { retryJob } from './jobs.service.ts'

export const tenantJobs: FastifyPluginAsync = async (app) => {
  serveList(app, operations.listJobs, jobList, parseListQuery)

  serveAction(app, operations.retryJob, (scope, { params }) => retryJob(scope, params.jobid))
}
