import type { CronTask } from '#kernel/jobs/cron'
import { withRows } from '#kernel/tenancy/tenant-db'
import type { Sql } from '#prisma/internal/prismaNamespace'
import { GIVE_UP_MS } from './deliveries.model.ts'
import {
  deleteOldDeliveriesSql,
  deleteOldWebhooksSql,
  dropStalePausedSql,
  failStaleUnpreparedSql,
} from './deliveries.sql.ts'

/** Rows per statement, so that no lock is kept for long. */
const BATCH = 5000
const DAY_MS = 86_400_000

/**
 * Drops deliveries that are paused for too long, fails those that could not be prepared for as long, and deletes old
 * deliveries with their attempts, and deleted webhooks without deliveries.
 *
 * @param days after which a settled delivery is deleted.
 */
export const webhookRetention = (days: number): CronTask => ({
  name: 'webhook-retention',
  at: '23 * * * *',
  task: async ({ database: { system }, clock, log }) => {
    const now = clock.now()
    const old = new Date(now.getTime() - days * DAY_MS)
    const stale = new Date(now.getTime() - GIVE_UP_MS)
    const runInBatches = async (statement: Sql): Promise<number> => {
      let total = 0
      for (let count = BATCH; count === BATCH; total += count) {
        const [row] = await withRows(system).rows<{ count: number }>(statement)
        count = row?.count ?? 0
      }
      return total
    }
    const dropped = await runInBatches(dropStalePausedSql(stale, BATCH, now))
    const error = 'The record could not be read for days.'
    const unprepared = await runInBatches(failStaleUnpreparedSql(stale, BATCH, error, now))
    const deleted = await runInBatches(deleteOldDeliveriesSql(old, BATCH))
    const webhooks = await runInBatches(deleteOldWebhooksSql(old, BATCH))
    log.info({ dropped, unprepared, deleted, webhooks }, 'old webhook deliveries pruned')
  },
})
