import type pg from 'pg'
import type { Logger } from 'pino'
import type { Config } from '#kernel/config/settings'
import { connect } from '#kernel/database/connect'
import { DATABASE_ROLES, urlOfRole } from '#kernel/database/logins'
import { OperatorError } from '#kernel/errors/operator-error'
import { readInstallationSecret } from '#services/auth/installation-secret'
import { majorVersion } from '../backup/backup.ts'
import { findProgram } from '../backup/postgres-program.ts'
import { hasDatabaseFolder, openDatabaseServer } from '../installation.ts'
import { migrationReport, withClient } from '../migrations/history.ts'
import { checkCurrencies } from './currencies.ts'
import { checked, type Finding, fail, ok, warn } from './finding.ts'
import { checkWork } from './work.ts'

/** Checks the database, and through it migrations, logins, clock and background work. It changes no record. */
export const checkDatabaseOf = async (config: Config, log: Logger): Promise<Finding[]> => {
  const isEmbedded = config.databaseUrl === ''
  if (isEmbedded && !hasDatabaseFolder(config))
    return [warn('database', 'There is no database yet.', 'Run npm start, or set DATABASE_URL.')]
  return checked('database', async () => {
    const server = await openDatabaseServer(config, log)
    try {
      const url = server.url
      return [
        ...(await withClient(url, (client) => serverFindings(client, isEmbedded))),
        ...(isEmbedded ? [backupFinding(await majorVersion(url))] : []),
        ...(await migrationFindings(url)),
        ...(await checked('logins', () => loginFindings(config, url))),
      ]
    } finally {
      await server.stop()
    }
  })
}

interface ServerFacts {
  version: string
  used: number
  max: number
}

const serverFindings = async (client: pg.Client, isEmbedded: boolean): Promise<Finding[]> => {
  const { rows } = await client.query<ServerFacts>(
    `SELECT current_setting('server_version') AS version,
       (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
       current_setting('max_connections')::int AS max`,
  )
  const { version, used, max } = rows[0] as ServerFacts
  const where = isEmbedded ? 'The embedded PostgreSQL' : 'PostgreSQL'
  return [
    ok('database', `${where} ${version.split(' ')[0]} responds. Version, encoding, locale and rights are suitable.`),
    used > 0.8 * max
      ? warn(
          'connections',
          `${used} of ${max} connections are in use.`,
          'Raise max_connections, or lower DATABASE_POOL_SIZE.',
        )
      : ok('connections', `${used} of ${max} connections are in use.`),
    await clockFinding(client),
  ]
}

const WARN_SECONDS = 2
const FAIL_SECONDS = 30

/** The clock of the database at the middle of the round trip. */
const clockFinding = async (client: pg.Client): Promise<Finding> => {
  const before = Date.now()
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now')
  const middle = (before + Date.now()) / 2
  const seconds = Math.abs((rows[0]?.now.getTime() ?? middle) - middle) / 1000
  const text = `The clocks of this machine and of the database differ by ${seconds.toFixed(1)} s.`
  if (seconds < WARN_SECONDS) return ok('clock', text)
  return (seconds < FAIL_SECONDS ? warn : fail)('clock', text, 'Synchronize both machines by NTP.')
}

/** The embedded PostgreSQL comes without programs for backups, and is often newer than those of the system. */
const backupFinding = (major: number): Finding => {
  const subject = 'backup'
  try {
    for (const name of ['pg_dump', 'pg_restore'] as const) findProgram(name, major)
    return ok(subject, `The programs for guildhall backup are of PostgreSQL ${major} or newer.`)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    const advice = 'Or stop the server and copy the data folder: see "The embedded database" in docs/operators.md.'
    return warn(subject, `guildhall backup cannot work: ${error.message}`, advice)
  }
}

const migrationFindings = async (url: string): Promise<Finding[]> => {
  const { pending, failed, changed, unknown, applied } = await migrationReport(url)
  const subject = 'migrations'
  if (failed.length > 0)
    return [fail(subject, `${failed.map(({ name }) => name).join(', ')} failed.`, 'See: guildhall migrate --help')]
  if (changed.length > 0)
    return [fail(subject, `Files were edited after they were applied: ${changed.join(', ')}.`, 'Restore the files.')]
  if (pending.length > 0)
    return [warn(subject, `${pending.length} are pending.`, 'Run: guildhall migrate, or start the server.')]
  if (unknown.length > 0)
    return [warn(subject, 'A newer version has changed the database.', 'Update this installation.')]
  return [ok(subject, `All ${applied.length} are applied.`)]
}

/** Logs in as each role, and asks for the background work if that succeeds. */
const loginFindings = async (config: Config, url: string): Promise<Finding[]> => {
  const address = { url, loginKey: readInstallationSecret(config).key('database-logins') }
  const rejected: string[] = []
  for (const role of DATABASE_ROLES) {
    const client = await connect({ connectionString: urlOfRole(role, address) }).catch(() => undefined)
    if (!client) rejected.push(role)
    await client?.end()
  }
  if (rejected.length > 0)
    return [
      fail(
        'logins',
        `PostgreSQL rejects the logins of ${rejected.join(', ')}.`,
        'Start the server once, which creates them, or see: guildhall database logins',
      ),
    ]
  const system = await connect({ connectionString: urlOfRole('guildhall_system', address) })
  try {
    return [
      ok('logins', 'PostgreSQL admits the logins of all roles.'),
      ...(await checkWork(system, config)),
      ...(await checkCurrencies(system)),
    ]
  } finally {
    await system.end()
  }
}
