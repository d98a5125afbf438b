import type { CronTask } from '#kernel/jobs/cron'
import { Prisma } from '#prisma/client'
import { failUnprepared } from './deliveries.sql.ts'
import { GIVE_UP_MS } from './schedule.model.ts'

const BITE = 5000
const DAY_MS = 86_400_000

/**
 * Drops what a pause has held back for too long, gives up what could not be prepared for as long, and deletes deliveries
 * that ended long ago, with their attempts and the webhooks that were deleted and have none left. In small bites, so that
 * nothing waits.
 */
export const webhookRetention = (days: number): CronTask => ({
  name: 'webhook-retention',
  at: '23 * * * *',
  task: async ({ database: { system }, clock, log }) => {
    const now = clock.now()
    const old = new Date(now.getTime() - days * DAY_MS)
    const stale = new Date(now.getTime() - GIVE_UP_MS)
    const inBites = async (bite: () => Promise<number>): Promise<number> => {
      let total = 0
      for (let gone = BITE; gone === BITE; total += gone) gone = await bite()
      return total
    }
    const dropped = await inBites(
      () => system.$executeRaw`update webhook_delivery set status = 'dropped', settled_at = ${now} where ctid = any(array(
        select ctid from webhook_delivery where status = 'held' and due_at < ${stale} limit ${BITE}))`,
    )
    const unprepared = await inBites(() =>
      system.$executeRaw(
        failUnprepared(
          Prisma.sql`d.ctid = any(array(select ctid from webhook_delivery
            where status = 'preparing' and due_at < ${stale} limit ${BITE}))`,
          'The record could not be read for days.',
          now,
        ),
      ),
    )
    const deleted = await inBites(
      () => system.$executeRaw`delete from webhook_delivery where ctid = any(array(select ctid from webhook_delivery
        where created_at < ${old} and settled_at < ${old} limit ${BITE}))`,
    )
    const webhooks =
      await system.$executeRaw(Prisma.sql`delete from webhook w where deleted_at < ${old} and not exists (
      select from webhook_delivery d where d.tenant_id = w.tenant_id and d.webhook_id = w.id)`)
    log.info({ dropped, unprepared, deleted, webhooks }, 'old webhook deliveries pruned')
  },
})
