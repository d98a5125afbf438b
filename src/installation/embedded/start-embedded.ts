import { connect } from '#kernel/database/connect'
import { resolveBinaries } from './binaries.ts'
import type { Binaries } from './binaries-copy.ts'
import { ensureCluster, mainDatabase, superuser } from './cluster.ts'
import { EmbeddedDatabaseError, useAnotherServer } from './embedded-error.ts'
import { Holder } from './holder.ts'
import { type Home, prepareHome } from './home.ts'
import { launch } from './launch.ts'
import type { Log } from './log.ts'
import { type Postmaster, patience, readPostmaster, shutDown, waitFor } from './postmaster.ts'

export interface EmbeddedOptions {
  /** The folder for everything, for example `.data/postgres`. See `prepareHome` for the exception under root. */
  dataDir: string
  /** The configured port; without it the stored one or the first free one. */
  port?: number
  /** Additional server settings, for example `{ fsync: 'off' }` for tests. A running server keeps its own. */
  settings?: Record<string, string>
  log: Log
}

export interface EmbeddedServer {
  /** Connection string of the superuser; without an argument for the application's database `guildhall`. */
  url(database?: string): string
  port: number
  /** The folder in use; outside `dataDir` if root runs a checkout that only root can enter. */
  home: string
  /** Whether the server was already running. */
  adopted: boolean
  /** Stops the server unless another process uses it: the last user stops it. */
  stop(): Promise<void>
}

interface Joined {
  server: Postmaster
  holder: Holder
}

/**
 * Starts the embedded PostgreSQL, or joins the one that runs on the same folder: left by a killed process, or in use by
 * another process.
 * @throws EmbeddedDatabaseError that states what to do
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const { log } = options
  const home = prepareHome(options.dataDir, log)
  const binaries = resolveBinaries(home, log)
  const settings = options.settings ?? {}
  const password = await ensureCluster(home, binaries, settings.fsync !== 'off', log)
  let isOurs = false
  for (const end = Date.now() + 5 * patience; Date.now() < end; ) {
    const joined = await join(home, password, log)
    if (joined) {
      await ensureDatabase(connectionString(password, joined.server.port, 'postgres'))
      log.info(
        `PostgreSQL ${isOurs ? 'started' : 'found running'} on 127.0.0.1:${joined.server.port}, in ${home.path}.`,
      )
      return describe(home, binaries, password, joined, !isOurs, log)
    }
    isOurs = await launch(home, binaries, options.port, settings)
  }
  throw new EmbeddedDatabaseError(
    `The database server on ${home.data} keeps going away.`,
    `Its log is ${home.log}.\n${useAnotherServer}`,
  )
}

/** Undefined if no server runs. */
async function join(home: Home, password: string, log: Log): Promise<Joined | undefined> {
  let server = readPostmaster(home.data)
  if (!server) return undefined
  const settled = () => {
    server = readPostmaster(home.data)
    return server === undefined || server.isReady
  }
  await waitFor(settled, patience)
  if (!server) return undefined
  try {
    const holder = await Holder.join(connectionString(password, server.port, 'postgres'), log)
    if (holder) return { server, holder }
  } catch (error) {
    if (!isPassing(error)) throw unusable(home, server, error)
  }
  await waitFor(() => readPostmaster(home.data)?.pid !== server?.pid, 1000)
  return undefined
}

/** The server is starting, recovering or stopping (class 57P), or has just ended. */
function isPassing(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  const message = error instanceof Error ? error.message : ''
  return (typeof code === 'string' && /^(57P0\d|ECONNREFUSED|ECONNRESET)$/.test(code)) || /terminated/.test(message)
}

function unusable(home: Home, server: Postmaster, cause: unknown): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `A database server (process ${server.pid}) runs on ${home.data}, but does not let us in: ${(cause as Error).message}`,
    `If its password was changed, write it into ${home.password}; else stop it (kill -INT ${server.pid}) and try again.`,
    cause,
  )
}

async function ensureDatabase(url: string): Promise<void> {
  const client = await connect({ connectionString: url })
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [mainDatabase])
    if (rowCount === 0) await client.query(`CREATE DATABASE ${mainDatabase}`)
  } catch (error) {
    // Another first start has created it.
    if (!['42P04', '23505'].includes((error as { code?: string }).code ?? '')) throw error
  } finally {
    await client.end()
  }
}

function connectionString(password: string, port: number, database: string): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${encodeURIComponent(database)}`
}

function describe(
  home: Home,
  binaries: Binaries,
  password: string,
  { server, holder }: Joined,
  adopted: boolean,
  log: Log,
): EmbeddedServer {
  let stopping: Promise<void> | undefined
  const stop = async () => {
    const isLast = await holder.leave()
    if (isLast) await shutDown(home, binaries, server, log)
    else log.info('The embedded database keeps running: another process uses it.')
    await holder.close()
  }
  return {
    url: (database = mainDatabase) => connectionString(password, server.port, database),
    port: server.port,
    home: home.path,
    adopted,
    stop: () => (stopping ??= stop()),
  }
}
