import type { CronTask } from '#kernel/jobs/cron'
import { deleteOldRows } from '#kernel/jobs/old-rows'
import { deleteOldEventsSql } from './events.sql.ts'

/** Deletes handled events of the payment processor. An older signature is rejected, so no event can be handled again. */
export const processorEventRetention = (days: number): CronTask =>
  deleteOldRows({
    name: 'processor-event-retention',
    at: '41 * * * *',
    days,
    rows: 'old events of the payment processor',
    statements: [deleteOldEventsSql],
  })
