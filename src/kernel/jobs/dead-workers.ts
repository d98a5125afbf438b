import { EventEmitter } from 'node:events'
import type { WorkerEvents } from 'graphile-worker'
import pg from 'pg'

const SWEEP_MS = 5000
/** Well below the time between two sweeps: who lives is to be seen by the second. */
const REOPEN_MS = 1000

/** The class of the advisory locks that say "this worker lives"; the change feed's class is the tenant's id. */
const ALIVE = 2_147_483_647

export interface DeadWorkerSweep {
  /** Handed to the runner: tells of its pool of workers, under whose id jobs are locked. */
  readonly events: WorkerEvents
  stop(): Promise<void>
}

/**
 * Gives back the jobs of workers whose process was killed; the job library alone would wait for hours. Each process
 * holds an advisory lock in the name of its pool: the lock goes when the process goes, and every other worker may then
 * unlock that pool's jobs. Only what was missing twice in a row counts as dead: who has just lost the connection that
 * holds the lock is back before that.
 */
export const sweepDeadWorkers = async (
  databaseUrl: string,
  onError: (error: unknown) => void,
): Promise<DeadWorkerSweep> => {
  const events: WorkerEvents = new EventEmitter()
  const sign = new LifeSign(databaseUrl, onError)
  await sign.open()
  events.on('pool:create', ({ workerPool }) => sign.takeName(workerPool.id))
  let suspects: readonly string[] = []
  const sweep = async (client: pg.Client) => {
    const missing = await findMissing(client)
    const dead = missing.filter((holder) => suspects.includes(holder))
    if (dead.length > 0) await client.query('select graphile_worker.force_unlock_workers($1::text[])', [dead])
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

/** The connection that holds this process's lock. It is made again where it breaks. */
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

  /** Undefined while the connection is away. */
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

  /** From now on this process is known by the name, and by no earlier one. */
  takeName(name: string): void {
    this.#name = name
    const client = this.#client
    client
      ?.query('select pg_advisory_unlock_all()')
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
  client.query('select pg_advisory_lock_shared($1, hashtext($2))', [ALIVE, name])

/** The holders of jobs whose sign of life is gone. */
const findMissing = async (client: pg.Client): Promise<string[]> => {
  const { rows } = await client.query<{ holder: string }>(
    `select distinct locked_by as holder from graphile_worker.jobs
     where locked_by is not null and not exists (
       select from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2
         and objid = (hashtext(locked_by)::bigint & 4294967295)::oid
         and database = (select oid from pg_database where datname = current_database()))`,
    [ALIVE],
  )
  return rows.map(({ holder }) => holder)
}
