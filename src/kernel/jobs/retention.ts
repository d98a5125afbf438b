import { Prisma, type PrismaClient } from '#prisma/client'
import { expiredIdentity } from '../identity/retention.ts'
import type { WorkContext } from '../outbox/deliver.ts'
import type { CronTask } from './cron.ts'

const BATCH = 5000
const DAY_MS = 86_400_000

/** Deletes expired keys, codes and tokens and old events, in small batches so that nothing waits for it. */
export const retention = (eventDays: number): CronTask => ({
  name: 'retention',
  at: '17 * * * *',
  task: async (context) => {
    await prune(context, eventDays)
  },
})

/** The condition for deletion in each table. @param past a day ago. @param old the end of the retention of events. */
const expired = (past: Date, old: Date): Record<string, Prisma.Sql> => ({
  ...expiredIdentity(past),
  idempotency_key: Prisma.sql`expires_at < ${past}`,
  application_secret: Prisma.sql`expires_at < ${past}`,
  // The use of tenants is shown for an hour.
  rate_window: Prisma.sql`resets_at < now() - interval '5 minutes'
    AND (subject NOT LIKE 'tenant:%' OR resets_at < now() - interval '65 minutes')`,
  rate_rejection: Prisma.sql`hour < now() - interval '8 days'`,
  outbox_event: Prisma.sql`dispatched_at < ${old}`,
  outbox_receipt: Prisma.sql`handled_at < ${old}`,
})

/** Runs once. Returns the number of deleted rows by table. */
export const prune = async (
  { database, clock, log }: WorkContext,
  eventDays: number,
): Promise<Record<string, number>> => {
  const past = new Date(clock.now().getTime() - DAY_MS)
  const old = new Date(clock.now().getTime() - eventDays * DAY_MS)
  const deleted: Record<string, number> = {}
  for (const [table, condition] of Object.entries(expired(past, old)))
    deleted[table] = await deleteInBatches(database.system, table, condition)
  log.info({ deleted }, 'retention done')
  return deleted
}

const deleteInBatches = async (system: PrismaClient, table: string, condition: Prisma.Sql): Promise<number> => {
  const from = Prisma.raw(table)
  let total = 0
  for (;;) {
    const count = await system.$executeRaw`DELETE FROM ${from}
      WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${from} WHERE ${condition} LIMIT ${BATCH}))`
    total += count
    if (count < BATCH) return total
  }
}
