import type pg from 'pg'
import { connect } from '#kernel/database/connect'
import type { MigrationState } from '#services/migrations/migrations'
import { type MigrationFile, matchesChecksum, migrationsFolder, readMigrations } from './migration-files.ts'

/** The comparison of a database with the migrations of this build. */
export interface MigrationReport {
  applied: string[]
  pending: string[]
  /** Applied, but the file was changed after that. */
  changed: string[]
  /** Begun but not finished: failed, with PostgreSQL's message, or interrupted (empty text). */
  failed: { name: string; message: string }[]
  /** Applied by a newer build. */
  unknown: string[]
}

interface HistoryRow {
  name: string
  checksum: string
  message: string | null
  isFinished: boolean
  finishedAt: Date | null
}

const table = `
  SELECT migration_name AS name, checksum, logs AS message, finished_at IS NOT NULL AS "isFinished",
    finished_at AS "finishedAt"
  FROM _prisma_migrations WHERE rolled_back_at IS NULL ORDER BY started_at`

/** Compares a database with the migrations of this build; reads only, and costs two round trips. */
export async function migrationReport(databaseUrl: string, folder = migrationsFolder()): Promise<MigrationReport> {
  return withClient(databaseUrl, (client) => readReport(client, readMigrations(folder)))
}

/** The names of the pending migrations. */
export async function pendingMigrations(databaseUrl: string, folder = migrationsFolder()): Promise<string[]> {
  return (await migrationReport(databaseUrl, folder)).pending
}

/** Creates the report over an open connection. */
export async function readReport(client: pg.ClientBase, migrations: MigrationFile[]): Promise<MigrationReport> {
  const rows = await readHistory(client)
  const finished = new Map(rows.filter((row) => row.isFinished).map((row) => [row.name, row.checksum]))
  const known = new Set(migrations.map(({ name }) => name))
  const failed = rows.filter((row) => !row.isFinished && !finished.has(row.name))
  return {
    applied: migrations.filter(({ name }) => finished.has(name)).map(({ name }) => name),
    pending: migrations.filter(({ name }) => !finished.has(name)).map(({ name }) => name),
    changed: migrations.filter(({ name, sql }) => !fits(sql, finished.get(name))).map(({ name }) => name),
    failed: failed.map(({ name, message }) => ({ name, message: message ?? '' })),
    unknown: [...finished.keys()].filter((name) => !known.has(name)),
  }
}

/** Lists the migrations of this build, and those of a newer one, in order. */
export async function listMigrations(client: pg.ClientBase, migrations: MigrationFile[]): Promise<MigrationState[]> {
  const rows = await readHistory(client)
  const finished = new Map(rows.filter((row) => row.isFinished).map((row) => [row.name, row]))
  const begun = new Map(rows.filter((row) => !row.isFinished).map((row) => [row.name, row]))
  const files = new Map(migrations.map(({ name, sql }) => [name, sql]))
  const names = [...new Set([...files.keys(), ...finished.keys()])].sort()
  return names.map((name) => stateOf(name, files.get(name), finished.get(name), begun.get(name)))
}

function stateOf(name: string, sql: string | undefined, done?: HistoryRow, begun?: HistoryRow): MigrationState {
  const appliedAt = done?.finishedAt ?? null
  if (!done && begun) return { name, state: 'failed', appliedAt, message: begun.message || 'It was interrupted.' }
  if (!done) return { name, state: 'pending', appliedAt, message: null }
  if (sql === undefined) return { name, state: 'unknown', appliedAt, message: null }
  return { name, state: fits(sql, done.checksum) ? 'applied' : 'changed', appliedAt, message: null }
}

function fits(sql: string, checksum: string | undefined): boolean {
  return checksum === undefined || matchesChecksum(sql, checksum)
}

async function readHistory(client: pg.ClientBase): Promise<HistoryRow[]> {
  try {
    return (await client.query<HistoryRow>(table)).rows
  } catch (error) {
    const isAbsent = (error as { code?: string }).code === '42P01'
    if (isAbsent) return []
    throw error
  }
}

/** Opens a connection for the duration of `work`. */
export async function withClient<T>(databaseUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connect({ connectionString: databaseUrl, application_name: 'guildhall migrate' })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
