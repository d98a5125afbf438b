import { addJob } from '#test/support/jobs/tenant-jobs'
import type { Listed } from './listed.ts'

/** Jobs that run in an hour. */
const jobs: Listed = {
  order: 'newest',
  create: async (label, _ids, world) => `"JobId":${await addJob(world.server, world.caller, label)},`,
}

export const JOB_LISTS: Record<string, Listed> = { listJobs: jobs }
