import pg from 'pg'
import { KEEPALIVE, withOptions } from './role-connections.ts'

/** Short, so that a live process has its locks again before CONFIRM_MS have passed. */
const REOPEN_MS = 500
/** A process counts as dead if its lock is missing twice, with this pause between: it can be opening its connection again. */
export const CONFIRM_MS = 2000
/** A connection without a response for this time is lost, although nothing has closed it. */
const QUERY_MS = 10_000

/** The class of the advisory locks that prove that a process is alive; the change feed's class is the tenant's id. */
const ALIVE = 2_147_483_647

/**
 * A connection with an advisory lock on each name of this process. PostgreSQL releases the locks when the process ends. If
 * the connection is lost, it is opened again.
 */
export class LifeSign {
  readonly #url: string
  readonly #application: string
  readonly #onError: (error: unknown) => void
  readonly #names = new Set<string>()
  #client: pg.Client | undefined
  /** The names that the connection has locked, or is locking. */
  #locked = new Set<string>()
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
      query_timeout: QUERY_MS,
    })
    client.on('error', (error) => this.#lost(client, error))
    const locked = new Set<string>()
    try {
      await client.connect()
      await this.#lockNames(client, locked)
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
    if (this.#isClosed) return client.end()
    this.#client = client
    this.#locked = locked
    this.#follow()
  }

  /** Locks this name too. */
  add(name: string): void {
    this.#names.add(name)
    this.#follow()
  }

  /** Unlocks this name. */
  remove(name: string): void {
    this.#names.delete(name)
    this.#follow()
  }

  /** Opens the connection again: a statement on it has failed, perhaps because it does not respond. */
  renew(client: pg.Client, error: unknown): void {
    this.#lost(client, error)
    client.end().catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#client?.end().catch(() => undefined)
  }

  #follow(): void {
    const client = this.#client
    if (client) this.#lockNames(client, this.#locked).catch((error) => this.renew(client, error))
  }

  #lockNames(client: pg.Client, locked: Set<string>): Promise<unknown> {
    const added = [...this.#names].filter((name) => !locked.has(name))
    const removed = [...locked].filter((name) => !this.#names.has(name))
    for (const name of added) locked.add(name)
    for (const name of removed) locked.delete(name)
    return Promise.all([
      ...added.map((name) => client.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [ALIVE, name])),
      ...removed.map((name) => client.query('SELECT pg_advisory_unlock_shared($1, hashtext($2))', [ALIVE, name])),
    ])
  }

  #lost(client: pg.Client, error: unknown): void {
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

/** Returns a condition: no process has the lock on the name that an expression of SQL returns. */
export const hasNoLife = (name: string): string => `NOT EXISTS (
  SELECT FROM pg_locks WHERE locktype = 'advisory' AND classid = ${ALIVE} AND objsubid = 2
    AND objid = (hashtext(${name})::bigint & 4294967295)::oid
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`
