import pg from 'pg'
import type { Log } from './log.ts'

/** The key of the advisory lock "somebody uses this server": every process holds it shared in the database postgres. */
const key = 4_711_365

/**
 * Says how many processes use the server, so that the last one out stops it. The lock dies with its connection, hence
 * with its process, however that ends; no list of process ids could promise this.
 */
export class Holder {
  readonly #url: string
  readonly #log: Log
  #client: pg.Client | undefined
  #isLeaving = false

  private constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
  }

  /**
   * Joins the users of the server. Undefined when the last one is just stopping it.
   * @throws what pg throws when the server cannot be reached
   */
  static async join(url: string, log: Log): Promise<Holder | undefined> {
    const holder = new Holder(url, log)
    return (await holder.#connect()) ? holder : undefined
  }

  /** Leaves. True when nobody else is left: then the caller must stop the server, and nobody can join any more. */
  async leave(): Promise<boolean> {
    this.#isLeaving = true
    const client = this.#client
    if (!client) return true
    socketOf(client).ref()
    try {
      await client.query('SELECT pg_advisory_unlock_shared($1)', [key])
      return await ask(client, 'SELECT pg_try_advisory_lock($1) AS got')
    } catch {
      // The connection is gone: either the server is too, or the caller's attempt to stop it settles the matter.
      return true
    }
  }

  /** Lets go of the connection; after `leave`, and after the server was told to stop. */
  async close(): Promise<void> {
    await this.#client?.end().catch(() => undefined)
    this.#client = undefined
  }

  async #connect(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.#url, application_name: 'guildhall holder', keepAlive: true })
    client.on('error', () => undefined)
    await client.connect()
    if (!(await ask(client, 'SELECT pg_try_advisory_lock_shared($1) AS got'))) {
      await client.end()
      return false
    }
    client.once('end', () => this.#rejoin())
    // A process that ends without a stop() is not held back; the server then waits for the next start.
    socketOf(client).unref()
    this.#client = client
    return true
  }

  /** The server cuts every connection when one of its processes crashes, and goes on. */
  #rejoin(): void {
    if (this.#isLeaving) return
    this.#client = undefined
    const again = setTimeout(() => {
      this.#connect().catch(() => {
        this.#log.warn('The embedded database server does not answer.')
        this.#rejoin()
      })
    }, 1000)
    again.unref()
  }
}

async function ask(client: pg.Client, sql: string): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>(sql, [key])
  return rows[0]?.got === true
}

/** pg has both methods; its types name neither. */
function socketOf(client: pg.Client): { ref(): void; unref(): void } {
  return client as unknown as { ref(): void; unref(): void }
}
