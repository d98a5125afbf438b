import { expect } from 'vitest'
import type { Database } from '#kernel/database/database'

/** Counts the statements in the database that wait for a lock. */
export const countLockWaits = async ({ system }: Database): Promise<number> => {
  const [row] = await system.$queryRaw<{ n: number }[]>`select count(*)::int as n
    from pg_locks l join pg_stat_activity a using (pid) where not l.granted and a.datname = current_database()`
  return row?.n ?? 0
}

/** Waits until this number of statements in the database wait for a lock. */
export const waitForLocks = (database: Database, count: number): Promise<void> =>
  expect.poll(() => countLockWaits(database), { interval: 10 }).toBe(count)

/** Waits until a statement in the database waits for a lock. */
export const waitForLock = (database: Database): Promise<void> =>
  expect.poll(() => countLockWaits(database), { interval: 10 }).toBeGreaterThan(0)
