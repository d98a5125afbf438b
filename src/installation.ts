import { join } from 'node:path'
import type { Logger } from 'pino'
import { type InstallationSecret, openInstallationSecret } from './kernel/auth/installation-secret.ts'
import type { Config } from './kernel/config/settings.ts'
import { type Database, openDatabase } from './kernel/database/database.ts'
import { startEmbedded } from './kernel/database/embedded/start-embedded.ts'
import { applyMigrations } from './kernel/database/migrate/apply.ts'
import { migrateJobs } from './kernel/jobs/worker.ts'

/** A database that is up to date, and the secret it was initialised with: what the server and every command work on. */
export interface Installation {
  readonly config: Config
  readonly database: Database
  readonly secret: InstallationSecret
  /** True where no PostgreSQL was configured and the embedded one runs. */
  readonly isEmbedded: boolean
  close(): Promise<void>
}

/** Starts the embedded PostgreSQL where none is configured, applies what is pending and opens the database. */
export const openInstallation = async (config: Config, log: Logger): Promise<Installation> => {
  const server =
    config.databaseUrl === '' ? await startEmbedded({ dataDir: join(config.dataDir, 'postgres'), log }) : undefined
  const url = server?.url() ?? config.databaseUrl
  try {
    const { applied } = await applyMigrations(url, { log })
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    await migrateJobs(url)
    return await opened(config, url, log, async () => server?.stop())
  } catch (error) {
    await server?.stop()
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
