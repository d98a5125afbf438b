import { Prisma, type PrismaClient } from '#prisma/client'
import type { WorkContext } from '../outbox/deliver.ts'
import type { CronTask } from './cron.ts'

const BITE = 5000
const DAY_MS = 86_400_000

/** Deletes what is no longer needed, in small bites so that nothing waits: expired keys, codes, tokens, old events. */
export const retention = (eventDays: number): CronTask => ({
  name: 'retention',
  at: '17 * * * *',
  task: async (context) => {
    await prune(context, eventDays)
  },
})

/** Tables, and what in them is over. `past` is a day ago, `old` the end of the events' keeping. */
const OVER = {
  idempotency_key: (past: Date) => Prisma.sql`expires_at < ${past}`,
  oauth_code: (past: Date) => Prisma.sql`expires_at < ${past}`,
  oauth_token: (past: Date) => Prisma.sql`coalesce(refresh_expires_at, access_expires_at) < ${past}`,
  login_session: (past: Date) => Prisma.sql`expires_at < ${past}`,
  application_secret: (past: Date) => Prisma.sql`expires_at < ${past}`,
  rate_window: () => Prisma.sql`resets_at < now() - interval '5 minutes'`,
  sign_in_throttle: (past: Date) => Prisma.sql`window_ends < ${past}`,
  outbox_event: (_past: Date, old: Date) => Prisma.sql`dispatched_at < ${old}`,
  outbox_receipt: (_past: Date, old: Date) => Prisma.sql`handled_at < ${old}`,
}

/** One run. Answers how many rows went, by table. */
export const prune = async (
  { database, clock, log }: WorkContext,
  eventDays: number,
): Promise<Record<string, number>> => {
  const past = new Date(clock.now().getTime() - DAY_MS)
  const old = new Date(clock.now().getTime() - eventDays * DAY_MS)
  const gone: Record<string, number> = {}
  for (const [table, over] of Object.entries(OVER))
    gone[table] = await deleteInBites(database.system, table, over(past, old))
  log.info({ gone }, 'retention done')
  return gone
}

const deleteInBites = async (system: PrismaClient, table: string, over: Prisma.Sql): Promise<number> => {
  const from = Prisma.raw(table)
  let total = 0
  for (;;) {
    const gone =
      await system.$executeRaw`delete from ${from} where ctid = any(array(select ctid from ${from} where ${over} limit ${BITE}))`
    total += gone
    if (gone < BITE) return total
  }
}
