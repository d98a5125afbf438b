import { withRows } from '../tenancy/tenant-db.ts'
import type { CronTask } from './cron.ts'
import { deleteUnknownSql } from './job-release.sql.ts'

const NAME = 'unknown-jobs'

/**
 * Ends jobs of tasks that do not exist, with a line in the log. No worker takes them, so they would wait forever. The workers
 * of a newer release can know a task: a job that waited for a day is none of theirs.
 *
 * @param tasks of all runners.
 */
export const unknownJobs = (tasks: readonly string[]): CronTask => ({
  name: NAME,
  at: '23 * * * *',
  task: async ({ database: { system }, log }) => {
    const ended = await withRows(system).rows<{ job: string; task: string }>(deleteUnknownSql([...tasks, NAME]))
    for (const { job, task } of ended) log.warn({ job, task }, 'a job of an unknown task is deleted')
  },
})
