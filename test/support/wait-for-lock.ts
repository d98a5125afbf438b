import { expect } from 'vitest'
import type { Database } from '#kernel/database/database'

/** Waits until a statement in the database waits for a lock. */
export const waitForLock = async ({ system }: Database): Promise<void> => {
  const count = () =>
    system.$queryRaw<{ n: number }[]>`select count(*)::int as n from pg_locks l join pg_stat_activity a using (pid)
      where not l.granted and a.datname = current_database()`
  await expect.poll(async () => (await count())[0]?.n, { interval: 10 }).toBeGreaterThan(0)
}
