import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { KEEPALIVE, watchClient, withOptions } from '../database/role-connections.ts'

/** One to listen for new jobs, one for the time table, and some to take jobs and to mark them. */
const EXTRA_CONNECTIONS = 6
const CONNECT_MS = 10_000

/**
 * By the code of an error, graphile-worker decides to connect again after three seconds and more, up to three minutes, while
 * PostgreSQL starts. Without a code it does so with its next look for jobs, a second later.
 */
class RunnerClient extends pg.Client {
  override connect(): Promise<pg.Client>
  override connect(done: Connected): void
  override connect(done?: Connected): Promise<pg.Client> | undefined {
    if (done === undefined) return super.connect()
    super.connect(((error, client) => done(error && new Error(error.message, { cause: error }), client)) as Connected)
  }
}

type Connected = (error: Error | null, client?: pg.Client) => void

export interface RunnerPool {
  readonly pgPool: pg.Pool
  /** Ends all connections, also those that do not respond. */
  close(): void
}

/** Opens the connections of one runner: the library closes its own only at a clean end. */
export const openRunnerPool = (connectionString: string, concurrency: number, log: FastifyBaseLogger): RunnerPool => {
  const pgPool = new pg.Pool({
    ...withOptions(connectionString, KEEPALIVE),
    Client: RunnerClient,
    onConnect: watchClient,
    application_name: 'guildhall-jobs',
    max: concurrency + EXTRA_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
  })
  const clients = new Set<pg.PoolClient>()
  const onError = (error: unknown) => log.debug({ err: error }, 'a connection of the job runner was lost')
  pgPool.on('error', onError)
  pgPool.on('connect', (client) => {
    clients.add(client)
    client.on('error', onError)
  })
  pgPool.on('remove', (client) => clients.delete(client))
  return {
    pgPool,
    close: () => {
      if (pgPool.ending) return
      pgPool.end().catch(onError)
      for (const client of clients) (client as pg.PoolClient & pg.Client).end().catch(onError)
    },
  }
}
