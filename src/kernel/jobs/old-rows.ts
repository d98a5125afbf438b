import type { Sql } from '#prisma/internal/prismaNamespace'
import { withRows } from '../tenancy/tenant-db.ts'
import type { CronTask } from './cron.ts'

/** Rows per statement, so that no lock is kept for long. */
const BATCH = 5000
const DAY_MS = 86_400_000

interface OldRows {
  name: string
  /** Five fields, UTC: minute, hour, day of month, month, day of week. */
  at: string
  /** Days for which rows are kept. */
  days: number
  /** The rows, for the log: "old runs". */
  rows: string
  /** Statements that delete at most `limit` rows from before a time, and return their number as `count`. */
  statements: readonly ((before: Date, limit: number) => Sql)[]
}

/** Deletes old rows of all tenants, in batches. */
export const deleteOldRows = ({ name, at, days, rows, statements }: OldRows): CronTask => ({
  name,
  at,
  task: async ({ database: { system }, clock, log }) => {
    const before = new Date(clock.now().getTime() - days * DAY_MS)
    let deleted = 0
    for (const statement of statements)
      for (let count = BATCH; count === BATCH; deleted += count) {
        const [row] = await withRows(system).rows<{ count: number }>(statement(before, BATCH))
        count = row?.count ?? 0
      }
    log.info({ deleted }, `${rows} pruned`)
  },
})
