import { join } from 'node:path'
import type { Logger } from 'pino'
import { type InstallationSecret, openInstallationSecret } from '#kernel/auth/installation-secret'
import type { Config } from '#kernel/config/settings'
import { type Database, openDatabase } from '#kernel/database/database'
import { migrateJobs } from '#kernel/jobs/worker'
import { startEmbedded } from './embedded/start-embedded.ts'
import { applyMigrations } from './migrations/apply.ts'

/** A database that is up to date, and the secret it was initialised with: what the server and every command work on. */
export interface Installation {
  readonly config: Config
  readonly database: Database
  readonly secret: InstallationSecret
  /** True where no PostgreSQL was configured and the embedded one runs. */
  readonly isEmbedded: boolean
  close(): Promise<void>
}

/** Where PostgreSQL is, and how to leave it. */
export interface DatabaseServer {
  readonly url: string
  stop(): Promise<void>
}

/** Starts or joins the embedded PostgreSQL where none is configured. */
export const openDatabaseServer = async (config: Config, log: Logger): Promise<DatabaseServer> => {
  if (config.databaseUrl !== '') return { url: config.databaseUrl, stop: async () => undefined }
  const server = await startEmbedded({ dataDir: join(config.dataDir, 'postgres'), log })
  return { url: server.url(), stop: () => server.stop() }
}

/** Opens the database, after applying what is pending. */
export const openInstallation = async (config: Config, log: Logger): Promise<Installation> => {
  const server = await openDatabaseServer(config, log)
  try {
    const { applied } = await applyMigrations(server.url, { log })
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    await migrateJobs(server.url)
    return await opened(config, server.url, log, () => server.stop())
  } catch (error) {
    await server.stop()
    throw error
  }
}

const opened = async (
  config: Config,
  url: string,
  log: Logger,
  stopServer: () => Promise<void>,
): Promise<Installation> => {
  const database = openDatabase({
    url,
    poolSize: config.databasePoolSize,
    statementTimeout: config.statementTimeout,
    onError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
  })
  const secret = await openInstallationSecret(config, database.system)
  const close = async () => {
    await database.close()
    await stopServer()
  }
  return { config, database, secret, isEmbedded: config.databaseUrl === '', close }
}
