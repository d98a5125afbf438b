import type { Logger } from 'pino'
import { readConfig } from '#kernel/config/config'
import { createLogger } from '#kernel/logging/logger'
import { systemScope } from '#kernel/outbox/deliver'
import type { Scope } from '#kernel/tenancy/scope'
import { systemClock } from '#kernel/time/clock'
import type { Tenant } from '#prisma/client'
import { type Installation, openInstallation } from '../installation/installation.ts'
import { UserError } from './failure.ts'

/** The services of a command. */
export interface Session {
  installation: Installation
  log: Logger
}

/** A command prints to standard output; its log goes to standard error, warnings and errors only. */
export const commandLog = (env: NodeJS.ProcessEnv): Logger =>
  createLogger(env.LOG_LEVEL || 'error', { write: (line) => void process.stderr.write(line) })

/** Opens the installation for the duration of `work`. A signal closes it properly: uncommitted changes are rolled back. */
export const withSession = async <T>(work: (session: Session) => Promise<T>): Promise<T> => {
  const config = readConfig(process.env)
  const log = commandLog(process.env)
  const installation = await openInstallation(config, log)
  const interrupted = (signal: NodeJS.Signals) => {
    const leave = () => process.exit(signal === 'SIGINT' ? 130 : 143)
    installation.close().then(leave, leave)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted)
  try {
    return await work({ installation, log })
  } finally {
    await installation.close()
  }
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
  const scope = await systemScope({ database: installation.database, clock: systemClock, log }, tenant.id)
  return { ...scope, grants: new Set(['admin', 'platform']), requestId: `cli-${crypto.randomUUID()}` }
}
