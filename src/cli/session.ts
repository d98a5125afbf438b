import { resolve } from 'node:path'
import type { Logger } from 'pino'
import { listUnknownVariables, readConfig } from '#kernel/config/config'
import { type Config, settings } from '#kernel/config/settings'
import { createLogger, isTextLog } from '#kernel/logging/logger'
import { textOutput } from '#kernel/logging/text-log'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { systemClock } from '#kernel/time/clock'
import type { Tenant } from '#prisma/client'
import { openCredentials } from '#services/auth/credential-service'
import { hasDatabaseFolder, type Installation, openInstallation } from '../installation/installation.ts'
import { UserError } from './failure.ts'

const DEFAULT_LEVEL = 'error'

/** The services of a command. */
export interface Session {
  installation: Installation
  log: Logger
}

/** A command prints to standard output; its log goes to standard error, warnings and errors only. */
export const commandLog = (env: NodeJS.ProcessEnv): Logger => {
  const { stderr } = process
  const isText = isTextLog(env.LOG_FORMAT === 'json' ? 'json' : 'auto', stderr.isTTY)
  const output = isText
    ? textOutput(stderr, stderr.hasColors())
    : { write: (line: string) => void process.stderr.write(line) }
  return createLogger(levelOf(env), output)
}

/** The configuration reports a level that does not exist: it is read after the log is open. */
const levelOf = ({ LOG_LEVEL }: NodeJS.ProcessEnv): Config['logLevel'] => {
  if (!LOG_LEVEL) return DEFAULT_LEVEL
  try {
    return settings.logLevel.parse(LOG_LEVEL)
  } catch {
    return DEFAULT_LEVEL
  }
}

export interface SessionOptions {
  /** Whether the command creates an installation if there is none; by default, it fails. */
  creates?: boolean
}

/**
 * Opens the installation for the duration of `work`. A signal closes it properly: uncommitted changes are rolled back.
 * @throws UserError if there is no installation, which `creates` prevents
 */
export const withSession = async <T>(
  work: (session: Session) => Promise<T>,
  { creates = false }: SessionOptions = {},
): Promise<T> => {
  const config = readCommandConfig()
  if (!creates) requireInstallation(config)
  const log = commandLog(process.env)
  const installation = await openInstallation(config, log)
  let leaving: Promise<never> | undefined
  const interrupted = (signal: NodeJS.Signals) => {
    const leave = (): never => process.exit(signal === 'SIGINT' ? 130 : 143)
    leaving = installation.close().then(leave, leave)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted)
  const result = await work({ installation, log }).catch(async (error: unknown) => {
    // A signal has closed the database during the work, which therefore failed.
    if (leaving) await leaving
    // Without the database, closing fails as well. The error of the work is the one to report.
    await installation.close().catch(() => undefined)
    throw error
  })
  await (leaving ?? installation.close())
  return result
}

/** A command that only reads or changes an installation must not create one in the folder of a mistyped setting. @throws UserError */
export const requireInstallation = (config: Config): void => {
  if (config.databaseUrl !== '' || hasDatabaseFolder(config)) return
  const folder = resolve(config.dataDir)
  throw new UserError(`There is no installation in ${folder}. Start the server, or correct GUILDHALL_DATA_DIR.`)
}

/** Parses the configuration, and prints a warning for each unknown variable. */
export const readCommandConfig = (): Config => {
  for (const warning of listUnknownVariables(process.env)) process.stderr.write(`Warning: ${warning}\n`)
  return readConfig(process.env)
}

/** Finds the tenant of a key; throws an error that states what to do if there is none. */
export const findTenant = async ({ installation }: Session, key: string): Promise<Tenant> => {
  const { tenant } = installation.database.system
  const found = await tenant.findFirst({ where: { key } })
  if (found) return found
  throw new UserError(`The tenant "${key}" does not exist. See: guildhall tenant list`)
}

/** Acts in a tenant with every right: an operator with access to the database has them anyway. */
export const commandScope = async ({ installation, log }: Session, tenant: Tenant): Promise<Scope> => {
  // The services of an area call what other areas have added to its registers.
  await import('#areas/index')
  const scope = await systemScope({ database: installation.database, clock: systemClock, log }, tenant.id)
  return { ...scope, grants: new Set(['admin', 'platform']), requestId: `cli-${crypto.randomUUID()}` }
}

/** Waits until every running server has applied a change of credentials or of a tenant. Call it after the commit. */
export const settleReplicas = async ({ installation, log }: Session): Promise<void> => {
  const credentials = await openCredentials(installation.database, log)
  try {
    await credentials.settled()
  } finally {
    await credentials.close()
  }
}
