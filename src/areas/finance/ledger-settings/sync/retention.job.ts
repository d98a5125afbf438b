import type { CronTask } from '#kernel/jobs/cron'
import { deleteOldRows } from '#kernel/jobs/old-rows'
import { deleteEndedExecutionsSql } from './executions.sql.ts'

/** Deletes entries of the ledger log that ended before, except failures that were not repaired. */
export const ledgerLogRetention = (days: number): CronTask =>
  deleteOldRows({
    name: 'ledger-log-retention',
    at: '47 * * * *',
    days,
    rows: 'old entries of the ledger log',
    statements: [deleteEndedExecutionsSql],
  })
