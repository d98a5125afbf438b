import { EventEmitter } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { CONFIRM_MS, hasNoLife, LifeSign } from '../database/life-sign.ts'

const SWEEP_MS = 5000

export interface DeadWorkerSweep {
  /** Passed to the runner: reports its pool of workers, whose id locks jobs. */
  readonly events: WorkerEvents
  stop(): Promise<void>
}

/**
 * Releases the jobs of workers whose process was killed; the job library would wait for hours. Each process keeps an
 * advisory lock with the name of its pool. The lock ends with the process, and then every other worker can unlock the
 * jobs of that pool. A worker counts as dead if its lock is missing twice: a worker that has only lost the connection of
 * the lock has it again before the second look. The first sweep is at the start, so that workers that live only seconds
 * release the jobs of their predecessors.
 */
export const sweepDeadWorkers = async (
  databaseUrl: string,
  onError: (error: unknown) => void,
): Promise<DeadWorkerSweep> => {
  const events: WorkerEvents = new EventEmitter()
  const sign = new LifeSign(databaseUrl, 'guildhall-worker-life', onError)
  await sign.open()
  events.on('pool:create', ({ workerPool }) => sign.rename(workerPool.id))
  const sweep = singleSweep(sign, onError)
  sweep()
  const timer = setInterval(sweep, SWEEP_MS)
  return {
    events,
    stop: async () => {
      clearInterval(timer)
      await sign.close()
    },
  }
}

/** Returns a function that starts a sweep unless one is running. */
const singleSweep = (sign: LifeSign, onError: (error: unknown) => void) => {
  let isRunning = false
  return () => {
    const { client } = sign
    if (isRunning || !client) return
    isRunning = true
    // An error of a connection that was lost is reported by the life sign.
    sweepOnce(sign, client)
      .catch((error) => client === sign.client && onError(error))
      .finally(() => {
        isRunning = false
      })
  }
}

const sweepOnce = async (sign: LifeSign, client: pg.Client): Promise<void> => {
  const suspects = await findMissing(client)
  if (suspects.length === 0) return
  await pause(CONFIRM_MS, undefined, { ref: false })
  // After a loss of this connection the others may not have their locks again yet.
  if (client !== sign.client) return
  const dead = (await findMissing(client)).filter((worker) => suspects.includes(worker))
  if (dead.length > 0) await client.query(RELEASE, [dead])
}

/** Wakes up the workers as the job library does for new jobs, because they look for jobs only once a second. */
const RELEASE = `SELECT graphile_worker.force_unlock_workers($1::text[]),
  pg_notify('jobs:insert', '{"r":0,"count":' || cardinality($1::text[]) || '}')`

/** The workers that have locked jobs and whose own lock is missing. */
const findMissing = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ worker: string }>(
    `SELECT DISTINCT locked_by AS worker FROM graphile_worker.jobs
     WHERE locked_by IS NOT NULL AND ${hasNoLife('locked_by')}`,
  )
  return rows.map(({ worker }) => worker)
}
