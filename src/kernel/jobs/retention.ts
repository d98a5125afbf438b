import { Prisma } from '#prisma/client'
import type { WorkContext } from '../outbox/deliver.ts'
import type { CronTask } from './cron.ts'
import { deleteExpired, type Expired } from './expired-rows.ts'

const DAY_MS = 86_400_000

/** The rows of a service that are deleted in each table. @param past a day ago. */
export type ExpiredOf = (past: Prisma.Sql) => Expired

/**
 * Deletes expired keys, codes and tokens and old events, in small batches so that nothing waits for it.
 *
 * @param expiredIdentity the rows of logins and OAuth.
 */
export const retention = (eventDays: number, expiredIdentity: ExpiredOf): CronTask => ({
  name: 'retention',
  at: '17 * * * *',
  task: (context) => prune(context, (past, old) => ({ ...expiredIdentity(past), ...expired(past, old) }), eventDays),
})

/**
 * Returns the rows that are deleted in each table.
 *
 * @param past a day ago.
 * @param old the end of the retention of events.
 */
const expired = (past: Prisma.Sql, old: Prisma.Sql): Expired => ({
  idempotency_key: { time: 'expires_at', before: past },
  application_secret: { time: 'expires_at', before: past },
  rate_window: {
    time: 'resets_at',
    before: Prisma.sql`now() - interval '5 minutes'`,
    // The use of tenants is shown for an hour.
    where: Prisma.sql`AND (subject NOT LIKE 'tenant:%' OR resets_at < now() - interval '65 minutes')`,
  },
  rate_rejection: { time: 'hour', before: Prisma.sql`now() - interval '8 days'` },
  outbox_event: { time: 'dispatched_at', before: old },
  outbox_receipt: { time: 'handled_at', before: old },
})

const prune = async (
  { database, clock, log }: WorkContext,
  rowsOf: typeof expired,
  eventDays: number,
): Promise<void> => {
  const daysAgo = (days: number) => Prisma.sql`${new Date(clock.now().getTime() - days * DAY_MS)}::timestamptz`
  const deleted: Record<string, number> = {}
  for (const [table, rows] of Object.entries(rowsOf(daysAgo(1), daysAgo(eventDays))))
    deleted[table] = await deleteExpired(database.system, table, rows)
  log.info({ deleted }, 'retention done')
}
