import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { MIGRATION_LOCK } from '#services/migrations/migrations'
import type { Log } from '../embedded/log.ts'
import { adoptDatabase, isFormer, readFormer } from './adoption.ts'
import { withEngine } from './engine.ts'
import { type MigrationReport, readReport, withClient } from './history.ts'
import { MigrationError } from './migration-error.ts'
import { isAtomic, type MigrationFile, migrationList, migrationsFolder, readMigrations } from './migration-files.ts'
import { ScriptAdapterFactory } from './script-adapter.ts'

/** Locked by the script while it runs: PostgreSQL continues it if the process that sent it is killed. */
const scriptKey = 4_711_368
/**
 * A change of a table waits for the transactions that use the table, and all others wait for the change meanwhile. So it waits for
 * at most two seconds, releases what waits for it, and is tried again.
 */
const prelude = `SELECT pg_advisory_xact_lock(${scriptKey}); SET LOCAL lock_timeout = '2s';`
const LOCK_NOT_AVAILABLE = '55P03'
const MAX_LOCK_ATTEMPTS = 60
const LOCK_PAUSE_MS = 500

export interface ApplyOptions {
  log: Log
  /** Another folder than that of the build, for tests. */
  folder?: string
}

/**
 * Applies pending migrations. Any number of processes can do it at once: one applies them, the others wait for it.
 * On an up-to-date database this takes two round trips, and the engine is not loaded.
 * A database of the last build before the foundation is adopted first.
 * @throws MigrationError if a migration fails, was edited after it was applied, or needs manual repair; for a database that
 *   cannot be adopted
 */
export async function applyMigrations(databaseUrl: string, options: ApplyOptions): Promise<{ applied: string[] }> {
  const folder = options.folder ?? migrationsFolder()
  const migrations = readMigrations(folder)
  return withClient(databaseUrl, async (client) => {
    const before = await readReport(client, migrations)
    if (!isFormer(readFormer(folder, migrations), before.unknown) && isUpToDate(before, options.log))
      return { applied: [] }
    await lock(client, options.log)
    await adoptDatabase(client, { folder, migrations, log: options.log })
    const report = await readReport(client, migrations)
    if (isUpToDate(report, options.log)) return { applied: [] }
    await clearFailed(client, report, migrations, options.log)
    await applyWithRetries({ client, databaseUrl, folder, migrations, log: options.log }, report.pending)
    return { applied: report.pending }
  })
}

interface Application {
  client: pg.Client
  databaseUrl: string
  folder: string
  migrations: MigrationFile[]
  log: Log
}

/** Applies the pending migrations, again while running work has locked a table that one of them changes. */
async function applyWithRetries(application: Application, pending: string[]): Promise<void> {
  const { client, migrations, log } = application
  for (let attempt = 1; !(await applyPending(application, pending, attempt === MAX_LOCK_ATTEMPTS)); attempt++) {
    if (attempt === 1) log.info('Running work has locked a table that the migration changes; trying again.')
    await sleep(LOCK_PAUSE_MS)
    await clearFailed(client, await readReport(client, migrations), migrations, log, false)
  }
}

/** Marks an interrupted migration that was repaired manually: undone (`again`) or finished (`done`). */
export async function settleMigration(databaseUrl: string, name: string, outcome: 'again' | 'done'): Promise<boolean> {
  const column = outcome === 'again' ? 'rolled_back_at' : 'finished_at'
  const unfinished = 'finished_at IS NULL AND rolled_back_at IS NULL'
  const sql = `UPDATE _prisma_migrations SET ${column} = now() WHERE migration_name = $1 AND ${unfinished}`
  return withClient(databaseUrl, async (client) => ((await client.query(sql, [name])).rowCount ?? 0) > 0)
}

function isUpToDate(report: MigrationReport, log: Log): boolean {
  if (report.changed.length > 0) throw changed(report.changed)
  if (report.unknown.length > 0) {
    log.warn(
      `The database has migrations that this build does not know: ${report.unknown.join(', ')}. A newer one ran.`,
    )
  }
  return report.pending.length === 0
}

async function lock(client: pg.Client, log: Log): Promise<void> {
  const sayOnce = () => log.info('Another process is applying migrations; waiting for it.')
  await obtain(client, MIGRATION_LOCK, sayOnce)
  await obtain(client, scriptKey, sayOnce)
  await client.query('SELECT pg_advisory_unlock($1)', [scriptKey])
}

/**
 * Polls instead of waiting inside PostgreSQL: a waiting statement keeps a snapshot, and CREATE INDEX CONCURRENTLY in the
 * migration would wait for that snapshot forever. The lock ends with the connection.
 */
async function obtain(client: pg.Client, key: number, onWait: () => void): Promise<void> {
  for (let round = 0; ; round++) {
    const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1) AS got', [key])
    if (rows[0]?.got) return
    if (round === 0) onWait()
    await sleep(100)
  }
}

/** An atomic migration that failed or was interrupted left nothing, so it is retried. */
async function clearFailed(
  client: pg.Client,
  report: MigrationReport,
  migrations: MigrationFile[],
  log: Log,
  isReported = true,
): Promise<void> {
  for (const { name, message } of report.failed) {
    const file = migrations.find((migration) => migration.name === name)
    if (file && !isAtomic(file.sql)) throw halfDone(name, message)
    if (file && isReported) log.warn(`Migration ${name} was interrupted; retrying.`)
    const sql = 'UPDATE _prisma_migrations SET rolled_back_at = now() WHERE migration_name = $1 AND finished_at IS NULL'
    await client.query(sql, [name])
  }
}

/** @param isLast whether a lock of running work is a failure. Otherwise returns false for it. */
async function applyPending(
  { databaseUrl, folder, migrations, log }: Application,
  pending: string[],
  isLast: boolean,
): Promise<boolean> {
  const bySql = new Map(migrations.filter(({ name }) => pending.includes(name)).map((file) => [file.sql, file]))
  let current: MigrationFile | undefined
  const adapter = new ScriptAdapterFactory(databaseUrl, (sql) => {
    current = bySql.get(sql) ?? current
    if (current?.sql !== sql) return sql
    log.info(`Applying migration ${current.name}.`)
    return isAtomic(sql) ? prelude + sql + recordFinish(current.name) : sql
  })
  try {
    const input = {
      migrationsList: migrationList(folder, migrations),
      filters: { externalTables: [], externalEnums: [] },
    }
    await withEngine(adapter, [], (engine) => engine.applyMigrations(input))
    return true
  } catch (error) {
    if (adapter.lastError?.code === LOCK_NOT_AVAILABLE && current && isAtomic(current.sql) && !isLast) return false
    throw current ? failure(current, adapter.lastError, error) : error
  }
}

/**
 * In the migration's transaction, so that a process killed between the script and the engine's record does not leave a
 * database with the change but without its record.
 */
function recordFinish(name: string): string {
  const literal = name.replaceAll("'", "''")
  const unfinished = 'finished_at IS NULL AND rolled_back_at IS NULL'
  return `\n;UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = '${literal}' AND ${unfinished};`
}

function failure(file: MigrationFile, reported: pg.DatabaseError | undefined, cause: unknown): MigrationError {
  const line = lineOf(file, reported?.position)
  const place = line === undefined ? '' : ` at line ${line}`
  const words = [reported?.message, reported?.detail, reported?.hint, reported?.where].filter(Boolean)
  const reason = words.length > 0 ? words.join('\n') : String((cause as Error).message ?? cause)
  const advice = adviceFor(file, reported?.code)
  return new MigrationError('failed', [file.name], `Migration ${file.name} failed${place}: ${reason}`, advice, cause)
}

function adviceFor({ name, sql }: MigrationFile, code: string | undefined): string {
  if (!isAtomic(sql)) return repairAdvice(name)
  if (code === LOCK_NOT_AVAILABLE)
    return 'It was rolled back. A transaction locks the table for a long time: find it in pg_stat_activity, and start again.'
  return `It was rolled back. Correct the error in prisma/migrations/${name}/migration.sql or in the database, and start again.`
}

function lineOf({ sql }: MigrationFile, position: string | undefined): number | undefined {
  if (position === undefined) return undefined
  const start = isAtomic(sql) ? prelude.length + 1 : 1
  return sql.slice(0, Number(position) - start).split('\n').length
}

function halfDone(name: string, message: string): MigrationError {
  const reason = message || 'It was cut off.'
  return new MigrationError('failed', [name], `Migration ${name} failed earlier: ${reason}`, repairAdvice(name))
}

function repairAdvice(name: string): string {
  return (
    'It does not run in one transaction, so a part of it can be applied. Undo that part manually and run ' +
    `"guildhall migrate --again ${name}", or finish it by hand and run "guildhall migrate --done ${name}".`
  )
}

function changed(names: string[]): MigrationError {
  const [what, them] = names.length === 1 ? ['Migration', 'it'] : ['Migrations', 'them']
  return new MigrationError(
    'changed',
    names,
    `${what} ${names.join(', ')}: the file is not what it was when this database applied ${them}.`,
    'Restore the file and put the change into a new migration (npm run db:diff -- <name>). ' +
      'A development database can be deleted instead: stop Guildhall and remove .data/postgres.',
  )
}
