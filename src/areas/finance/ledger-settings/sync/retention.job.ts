import type { CronTask } from '#kernel/jobs/cron'
import { withRows } from '#kernel/tenancy/tenant-db'
import { deleteEndedExecutionsSql } from './executions.sql.ts'

/** Rows per statement, so that no lock is kept for long. */
const BATCH = 5000
const DAY_MS = 86_400_000

/** Deletes entries of the ledger log that ended before, except failures that were not repaired. */
export const ledgerLogRetention = (days: number): CronTask => ({
  name: 'ledger-log-retention',
  at: '47 * * * *',
  task: async ({ database: { system }, clock, log }) => {
    const before = new Date(clock.now().getTime() - days * DAY_MS)
    let deleted = 0
    for (let count = BATCH; count === BATCH; deleted += count) {
      const [row] = await withRows(system).rows<{ count: number }>(deleteEndedExecutionsSql(before, BATCH))
      count = row?.count ?? 0
    }
    log.info({ deleted }, 'old entries of the ledger log pruned')
  },
})
