import pg from 'pg'
import { withOptions } from './role-connections.ts'

/** Short, so that a live process has its locks again before CONFIRM_MS have passed. */
const REOPEN_MS = 500
/** A process counts as dead if its lock is missing twice, with this pause between: it can be opening its connection again. */
export const CONFIRM_MS = 2000

/** The class of the advisory locks that prove that a process is alive; the change feed's class is the tenant's id. */
const ALIVE = 2_147_483_647

/** Without them PostgreSQL keeps the lock of a machine that vanished for hours. */
const KEEPALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

/**
 * A connection with an advisory lock on a name of this process. PostgreSQL releases the lock when the process ends. If
 * the connection is lost, it is opened again.
 */
export class LifeSign {
  readonly #url: string
  readonly #application: string
  readonly #onError: (error: unknown) => void
  #client: pg.Client | undefined
  #name: string | undefined
  #isClosed = false

  constructor(url: string, application: string, onError: (error: unknown) => void) {
    this.#url = url
    this.#application = application
    this.#onError = onError
  }

  /** Undefined while the connection is lost. */
  get client(): pg.Client | undefined {
    return this.#client
  }

  async open(): Promise<void> {
    const client = new pg.Client({
      ...withOptions(this.#url, KEEPALIVE),
      application_name: this.#application,
      keepAlive: true,
      connectionTimeoutMillis: 1500,
    })
    client.on('error', (error) => this.#lost(client, error))
    const name = this.#name
    try {
      await client.connect()
      if (name !== undefined) await lock(client, name)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    if (this.#isClosed) return client.end()
    this.#client = client
    if (this.#name !== undefined && this.#name !== name) this.rename(this.#name)
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

/** A condition: no process has the lock on the name that an expression of SQL returns. */
export const hasNoLife = (name: string): string => `NOT EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = ${ALIVE} AND objsubid = 2
    AND objid = (hashtext(${name})::bigint & 4294967295)::oid
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`
