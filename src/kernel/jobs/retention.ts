import { Prisma, type PrismaClient } from '#prisma/client'
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

/** The condition for deletion in each table. `past` is a day ago, `old` the end of the retention of events. */
const EXPIRED = {
  idempotency_key: (past: Date) => Prisma.sql`expires_at < ${past}`,
  oauth_code: (past: Date) => Prisma.sql`expires_at < ${past}`,
  oauth_token: (past: Date) => Prisma.sql`coalesce(refresh_expires_at, access_expires_at) < ${past}`,
  login_session: (past: Date) => Prisma.sql`expires_at < ${past}`,
  member_session: (past: Date) => Prisma.sql`expires_at < ${past}`,
  member_link: (past: Date) => Prisma.sql`expires_at < ${past}`,
  application_secret: (past: Date) => Prisma.sql`expires_at < ${past}`,
  rate_window: () => Prisma.sql`resets_at < now() - interval '5 minutes'`,
  sign_in_throttle: (past: Date) => Prisma.sql`window_ends < ${past}`,
  outbox_event: (_past: Date, old: Date) => Prisma.sql`dispatched_at < ${old}`,
  outbox_receipt: (_past: Date, old: Date) => Prisma.sql`handled_at < ${old}`,
}

/** Runs once. Returns the number of deleted rows by table. */
export const prune = async (
  { database, clock, log }: WorkContext,
  eventDays: number,
): Promise<Record<string, number>> => {
  const past = new Date(clock.now().getTime() - DAY_MS)
  const old = new Date(clock.now().getTime() - eventDays * DAY_MS)
  const deleted: Record<string, number> = {}
  for (const [table, expired] of Object.entries(EXPIRED))
    deleted[table] = await deleteInBatches(database.system, table, expired(past, old))
  log.info({ deleted }, 'retention done')
  return deleted
}

const deleteInBatches = async (system: PrismaClient, table: string, expired: Prisma.Sql): Promise<number> => {
  const from = Prisma.raw(table)
  let total = 0
  for (;;) {
    const count = await system.$executeRaw`DELETE FROM ${from}
      WHERE ctid = ANY (ARRAY (SELECT ctid FROM ${from} WHERE ${expired} LIMIT ${BATCH}))`
    total += count
    if (count < BATCH) return total
  }
}
