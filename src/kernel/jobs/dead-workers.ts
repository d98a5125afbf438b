import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'

/** A job locked for less than this may belong to a worker whose sign of life is still on its way. */
const GRACE_SECONDS = 5
const SWEEP_MS = 5000

/** The class of the advisory locks that say "this worker lives"; the change feed's class is the tenant's id. */
const ALIVE = 2_147_483_647

export interface DeadWorkerSweep {
  /** Handed to the runner: tells of each worker as it is made. */
  readonly events: WorkerEvents
  stop(): Promise<void>
}

/**
 * Gives back at once the jobs of workers whose process was killed; the job library alone would wait for hours. Each
 * process holds an advisory lock per worker on one connection: the lock goes when the process goes, and
 * every other worker may then unlock that worker's jobs.
 */
export const sweepDeadWorkers = async (
  databaseUrl: string,
  onError: (error: unknown) => void,
): Promise<DeadWorkerSweep> => {
  const events: WorkerEvents = new EventEmitter()
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'guildhall-worker-life',
    pipeline: true,
  })
  client.on('error', onError)
  await client.connect()
  events.on('worker:create', ({ worker }) => {
    client.query('select pg_advisory_lock_shared($1, hashtext($2))', [ALIVE, worker.workerId]).catch(onError)
  })
  const timer = setInterval(() => sweep(client).catch(onError), SWEEP_MS)
  return {
    events,
    stop: async () => {
      clearInterval(timer)
      await client.end()
    },
  }
}

/** Unlocks the jobs of every holder whose sign of life is gone. */
const sweep = (client: pg.Client): Promise<unknown> =>
  client.query(
    `select graphile_worker.force_unlock_workers(array_agg(holder)) from (
       select distinct locked_by as holder from graphile_worker.jobs
       where locked_by is not null and locked_at < now() - $2 * interval '1 second'
     ) holders
     where not exists (
       select from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2
         and objid = (hashtext(holder)::bigint & 4294967295)::oid
         and database = (select oid from pg_database where datname = current_database()))
     having count(*) > 0`,
    [ALIVE, GRACE_SECONDS],
  )
