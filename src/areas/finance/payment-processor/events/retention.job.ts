import type { CronTask } from '#kernel/jobs/cron'
import { withRows } from '#kernel/tenancy/tenant-db'
import { deleteOldEventsSql } from './events.sql.ts'

/** Rows per statement, so that no lock is kept for long. */
const BATCH = 5000
const DAY_MS = 86_400_000

/** Deletes handled events of the payment processor. An older signature is rejected, so no event can be handled again. */
export const processorEventRetention = (days: number): CronTask => ({
  name: 'processor-event-retention',
  at: '41 * * * *',
  task: async ({ database: { system }, clock, log }) => {
    const before = new Date(clock.now().getTime() - days * DAY_MS)
    let deleted = 0
    for (let count = BATCH; count === BATCH; deleted += count) {
      const [row] = await withRows(system).rows<{ count: number }>(deleteOldEventsSql(before, BATCH))
      count = row?.count ?? 0
    }
    log.info({ deleted }, 'old events of the payment processor pruned')
  },
})
