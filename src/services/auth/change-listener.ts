import pg from 'pg'

/**
 * The triggers on the credentials' tables notify this channel with the id of the tenant that changed. Any other payload is
 * a token that requests an acknowledgement: PostgreSQL delivers it after the changes that were committed before it.
 */
const CHANGES = 'guildhall_credentials'
const ACKNOWLEDGED = 'guildhall_credentials_heard'
/** The advisory lock that every live listener shares: pg_locks is the list of replicas. */
const PRESENCE = 1_734_894_450
/** For this long after a response of PostgreSQL a replica can assume that it has missed no notification. */
export const LEASE_MS = 2000
const PING_MS = 500
const DEAD_MS = 10_000
const RETRY_MS = 250
const SLOWEST_RETRY_MS = 4000

export interface ChangeListenerOptions {
  url: string
  /** Called for each change. Without a tenant whenever notifications may have been missed. */
  onChange: (tenantId?: number) => void
  /** Called when another replica (or this one) has handled the notification with the token. */
  onAcknowledged: (token: string, replica: number) => void
  onError: (error: Error) => void
}

/** The statement that notifies every listener and returns them: `replica` is the process id of a listener's connection. */
export const ASK_REPLICAS = `
  select l.pid as replica, pg_notify('${CHANGES}', $1)::text as asked
  from (select 1) one left join pg_locks l
    on l.locktype = 'advisory' and l.objid = ${PRESENCE} and l.mode = 'ShareLock' and l.granted
    and l.database = (select oid from pg_database where datname = current_database())`

/**
 * A separate connection that receives notifications of changes from PostgreSQL. It has a lease: a replica that was cut
 * off, frozen or slow for longer than that stops trusting its cache, so that no other replica needs to wait for it.
 */
export class ChangeListener {
  readonly #options: ChangeListenerOptions
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #trustedUntil = 0
  #pingSentAt: number | undefined
  #retryIn = RETRY_MS
  #closed = false

  constructor(options: ChangeListenerOptions) {
    this.#options = options
  }

  /** Returns whether the cache can be trusted: false while a notification may have been missed. */
  isTrusted(): boolean {
    return performance.now() < this.#trustedUntil
  }

  /** Connects, and keeps retrying while PostgreSQL is unavailable. Resolves after the first attempt. */
  async open(): Promise<void> {
    await this.#connect()
    this.#timer = setInterval(() => this.#ping(), PING_MS).unref()
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'guildhall-listener',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
      pipeline: true,
    })
    this.#client = client
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client))
    client.on('notification', ({ channel, payload }) => this.#heard(client, channel, payload ?? ''))
    try {
      await client.connect()
      const sentAt = performance.now()
      await client.query(`LISTEN ${CHANGES}; LISTEN ${ACKNOWLEDGED}`)
      this.#options.onChange()
      await client.query(`SELECT pg_advisory_lock_shared(${PRESENCE})`)
      this.#extendLease(client, sentAt)
      this.#retryIn = RETRY_MS
    } catch (error) {
      this.#lost(client, error as Error)
    }
  }

  #heard(client: pg.Client, channel: string, payload: string): void {
    if (channel === ACKNOWLEDGED) {
      const [token = '', replica] = payload.split(' ')
      this.#options.onAcknowledged(token, Number(replica))
      return
    }
    const tenantId = /^\d+$/.test(payload) ? Number(payload) : undefined
    if (tenantId !== undefined || payload === '') {
      this.#options.onChange(tenantId)
      return
    }
    client
      .query(`SELECT pg_notify('${ACKNOWLEDGED}', $1 || ' ' || pg_backend_pid())`, [payload])
      .catch((error) => this.#lost(client, error))
  }

  #ping(): void {
    const client = this.#client
    if (!client) return
    const sentAt = performance.now()
    if (this.#pingSentAt !== undefined) {
      if (sentAt - this.#pingSentAt > DEAD_MS) this.#lost(client, new Error('The listener got no response'))
      return
    }
    this.#pingSentAt = sentAt
    client.query('SELECT 1').then(
      () => {
        this.#pingSentAt = undefined
        this.#extendLease(client, sentAt)
      },
      (error) => this.#lost(client, error),
    )
  }

  /** Extends the lease, which counts from the request, not from the response, which can take long to arrive. */
  #extendLease(client: pg.Client, askedAt: number): void {
    if (client === this.#client) this.#trustedUntil = askedAt + LEASE_MS
  }

  #lost(client: pg.Client, error?: Error): void {
    if (client !== this.#client || this.#closed) return
    this.#client = undefined
    this.#trustedUntil = 0
    this.#pingSentAt = undefined
    if (error) this.#options.onError(error)
    client.end().catch(() => undefined)
    setTimeout(() => {
      if (!this.#closed) void this.#connect()
    }, this.#retryIn).unref()
    this.#retryIn = Math.min(this.#retryIn * 2, SLOWEST_RETRY_MS)
  }
}
