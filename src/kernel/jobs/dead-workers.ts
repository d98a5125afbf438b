import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'

const SWEEP_MS = 5000
/** Well below the time between two sweeps, so that a live worker has its lock again before the second one. */
const REOPEN_MS = 1000

/** The class of the advisory locks that prove that a worker is alive; the change feed's class is the tenant's id. */
const ALIVE = 2_147_483_647

export interface DeadWorkerSweep {
  /** Passed to the runner: reports its pool of workers, whose id locks jobs. */
  readonly events: WorkerEvents
  stop(): Promise<void>
}

/**
 * Releases the jobs of workers whose process was killed; the job library would wait for hours. Each process keeps an
 * advisory lock with the name of its pool. The lock ends with the process, and then every other worker can unlock the
 * jobs of that pool. A worker counts as dead if its lock is missing in two sweeps in a row: a worker that has only lost
 * the connection of the lock has it again before that.
 */
export const sweepDeadWorkers = async (
  databaseUrl: string,
  onError: (error: unknown) => void,
): Promise<DeadWorkerSweep> => {
  const events: WorkerEvents = new EventEmitter()
  const sign = new LifeSign(databaseUrl, onError)
  await sign.open()
  events.on('pool:create', ({ workerPool }) => sign.rename(workerPool.id))
  let suspects: readonly string[] = []
  const sweep = async (client: pg.Client) => {
    const missing = await findMissing(client)
    const dead = missing.filter((worker) => suspects.includes(worker))
    if (dead.length > 0) await client.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [dead])
    suspects = missing
  }
  const timer = setInterval(() => {
    if (sign.client) sweep(sign.client).catch(onError)
    else suspects = []
  }, SWEEP_MS)
  return {
    events,
    stop: async () => {
      clearInterval(timer)
      await sign.close()
    },
  }
}

/** The connection with this process's lock. It is opened again if it breaks. */
class LifeSign {
  readonly #url: string
  readonly #onError: (error: unknown) => void
  #client: pg.Client | undefined
  #name: string | undefined
  #isClosed = false

  constructor(url: string, onError: (error: unknown) => void) {
    this.#url = url
    this.#onError = onError
  }

  /** Undefined while the connection is lost. */
  get client(): pg.Client | undefined {
    return this.#client
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'guildhall-worker-life',
      keepAlive: true,
      connectionTimeoutMillis: 5000,
    })
    client.on('error', (error) => this.#lost(client, error))
    await client.connect()
    this.#client = client
    if (this.#name !== undefined) await lock(client, this.#name)
  }

  /** Locks this name, and no longer an earlier one. */
  rename(name: string): void {
    this.#name = name
    const client = this.#client
    client
      ?.query('SELECT pg_advisory_unlock_all()')
      .then(() => lock(client, name))
      .catch(this.#onError)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => undefined)
  }

  #lost(client: pg.Client, error: Error): void {
    if (client !== this.#client || this.#isClosed) return
    this.#client = undefined
    this.#onError(error)
    this.#reopen()
  }

  #reopen(): void {
    setTimeout(() => {
      if (!this.#isClosed) this.open().catch(() => this.#reopen())
    }, REOPEN_MS).unref()
  }
}

const lock = (client: pg.Client, name: string): Promise<unknown> =>
  client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [ALIVE, name])

/** The workers that have locked jobs and whose own lock is missing. */
const findMissing = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ worker: string }>(
    `SELECT DISTINCT locked_by AS worker FROM graphile_worker.jobs
     WHERE locked_by IS NOT NULL AND NOT EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = $1 AND objsubid = 2
         AND objid = (hashtext(locked_by)::bigint & 4294967295)::oid
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    [ALIVE],
  )
  return rows.map(({ worker }) => worker)
}
