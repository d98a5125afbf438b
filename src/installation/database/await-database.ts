import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../embedded/log.ts'
import { checkDatabase } from './check-database.ts'
import { DatabaseError } from './database-error.ts'

/** Between two attempts, ms. */
const PAUSE_MS = 500

/**
 * Checks the database as checkDatabase does. A server that starts or is busy is tried again for some time, and the log says so:
 * a machine that starts both often starts PostgreSQL later.
 * @param patience milliseconds
 * @throws DatabaseError that states what to do
 */
export const awaitDatabase = async (url: string, log: Log, patience: number): Promise<void> => {
  const end = performance.now() + patience
  const seconds = Math.round(patience / 1000)
  for (let attempt = 1; ; attempt++) {
    const fault = await checkDatabase(url, log).then(
      () => undefined,
      (error: unknown) => error,
    )
    if (fault === undefined) return
    if (!(fault instanceof DatabaseError && fault.isTemporary) || patience === 0) throw fault
    if (performance.now() >= end)
      throw new DatabaseError(`${fault.message} It was tried for ${seconds} seconds.`, fault)
    if (attempt === 1) log.warn(`${fault.message} Waiting for it for up to ${seconds} seconds.`)
    await pause(PAUSE_MS)
  }
}
