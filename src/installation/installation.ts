import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '#kernel/config/settings'
import { type Database, openDatabase } from '#kernel/database/database'
import { migrateJobs } from '#kernel/jobs/migrate-jobs'
import {
  type InstallationSecret,
  keepFingerprint,
  openInstallationSecret,
  secretSource,
} from '#services/auth/installation-secret'
import { awaitDatabase } from './database/await-database.ts'
import { prepareLogins } from './database/logins.ts'
import { revokePublicRights } from './database/public-rights.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { applyMigrations } from './migrations/apply.ts'
import { withClient } from './migrations/history.ts'

/** A migrated database and its secret, for the server and every command. */
export interface Installation {
  readonly config: Config
  readonly database: Database
  readonly secret: InstallationSecret
  /** True if no PostgreSQL is configured and the embedded one runs. */
  readonly isEmbedded: boolean
  close(): Promise<void>
}

/** The address of PostgreSQL, and the function that releases it. */
export interface DatabaseServer {
  readonly url: string
  stop(): Promise<void>
}

const databaseFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string => join(dataDir, 'postgres')

/** Whether a start has already created the folder of the embedded database. */
export const hasDatabaseFolder = (config: Pick<Config, 'dataDir'>): boolean => existsSync(databaseFolder(config))

/**
 * Starts or joins the embedded PostgreSQL if none is configured; checks the configured one.
 * @param patience milliseconds for which a configured one that starts or is busy is tried again
 * @throws OperatorError that states what to do
 */
export const openDatabaseServer = async (config: Config, log: Logger, patience = 0): Promise<DatabaseServer> => {
  if (config.databaseUrl !== '') {
    await awaitDatabase(config.databaseUrl, log, patience)
    return { url: config.databaseUrl, stop: async () => undefined }
  }
  const server = await startEmbedded({ dataDir: databaseFolder(config), log })
  return { url: server.url(), stop: () => server.stop() }
}

/**
 * Applies pending migrations and opens the database.
 * @param onServer receives the server as soon as it runs: a caller that ends the process before this is complete has to
 *   stop it
 * @param patience as for openDatabaseServer
 */
export const openInstallation = async (
  config: Config,
  log: Logger,
  onServer?: (server: DatabaseServer) => void,
  patience = 0,
): Promise<Installation> => {
  const server = await openDatabaseServer(config, log, patience)
  onServer?.(server)
  try {
    const { applied } = await applyMigrations(server.url, { log })
    if (applied.length > 0) log.info({ applied }, 'migrations applied')
    await migrateJobs(server.url)
    await revokePublicRights(server.url, log)
    const secret = await withClient(server.url, (client) => openInstallationSecret(config, client))
    await prepareLogins({ url: server.url, loginKey: secret.key('database-logins') }, log, secretSource(config))
    // Only now: a start that fails earlier with a wrong secret must not bind a new database to it.
    await withClient(server.url, (client) => keepFingerprint(config, secret, client))
    return opened(config, secret, server, log)
  } catch (error) {
    await server.stop()
    throw error
  }
}

const opened = (config: Config, secret: InstallationSecret, server: DatabaseServer, log: Logger): Installation => {
  const database = openDatabase({
    url: server.url,
    loginKey: secret.key('database-logins'),
    poolSize: config.databasePoolSize,
    statementTimeout: config.statementTimeout,
    onError: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
  })
  const close = async () => {
    await database.close()
    await server.stop()
  }
  return { config, database, secret, isEmbedded: config.databaseUrl === '', close }
}
