import pg from 'pg'
import type { Log } from './log.ts'

/** The key of the advisory lock of the server's users: every process shares it in the database postgres. */
const key = 4_711_365

/**
 * Registers the processes that use the server, so that the last one stops it. The lock ends with its connection, and so
 * with its process, however that ends; a list of process ids could not guarantee this.
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
   * Registers this process. Undefined if the last user is just stopping the server.
   * @throws the error of pg if the server is unavailable
   */
  static async join(url: string, log: Log): Promise<Holder | undefined> {
    const holder = new Holder(url, log)
    return (await holder.#connect()) ? holder : undefined
  }

  /** Leaves. True for the last user: then the caller must stop the server, and no process can join. */
  async leave(): Promise<boolean> {
    this.#isLeaving = true
    const client = this.#client
    if (!client) return true
    socketOf(client).ref()
    try {
      await client.query('SELECT pg_advisory_unlock_shared($1)', [key])
      return await ask(client, 'SELECT pg_try_advisory_lock($1) AS got')
    } catch {
      // The connection is lost: either the server has ended, or the caller's attempt to stop it decides.
      return true
    }
  }

  /** Closes the connection; after `leave`, and after the server was stopped. */
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
    // The connection does not keep a process alive that ends without stop(); the server waits for the next start.
    socketOf(client).unref()
    this.#client = client
    return true
  }

  /** The server closes every connection when one of its processes crashes, and continues. */
  #rejoin(): void {
    if (this.#isLeaving) return
    this.#client = undefined
    const again = setTimeout(() => {
      this.#connect().catch(() => {
        this.#log.warn('The embedded database server does not respond.')
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

/** pg has both methods, but its types declare neither. */
function socketOf(client: pg.Client): { ref(): void; unref(): void } {
  return client as unknown as { ref(): void; unref(): void }
}
