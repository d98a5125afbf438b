import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { migrateJobs } from '#kernel/jobs/migrate-jobs'
import { startEmbedded } from '#src/installation/embedded/start-embedded'
import { applyMigrations } from '#src/installation/migrations/apply'
import { migrationsFolder, readMigrations } from '#src/installation/migrations/migration-files'
import { fillWithRecords, type Sizes } from './records.ts'

const quiet = { info: () => undefined, warn: (message: string) => console.warn(message) }

/** A database for one run, and its server. */
export interface BenchDatabase {
  url: string
  close(): Promise<void>
}

/**
 * Opens a separate server in .data/bench, with fsync on. The records are created once for each number of contacts and
 * state of the migrations and of this folder. Every run uses a copy, so that all runs begin with the same records.
 */
export const openBenchDatabase = async (sizes: Sizes, note: (line: string) => void): Promise<BenchDatabase> => {
  const server = await startEmbedded({ dataDir: '.data/bench/postgres', log: quiet })
  const adminUrl = server.url('postgres')
  const run = `bench_run_${process.pid}`
  try {
    const original = await prepareOriginal(adminUrl, server.url, sizes, note)
    note('copying the database for this run')
    await asAdmin(adminUrl, `CREATE DATABASE ${run} TEMPLATE ${original} STRATEGY FILE_COPY`)
  } catch (error) {
    await server.stop()
    throw error
  }
  const close = async () => {
    await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${run} WITH (FORCE)`)
    await server.stop()
  }
  return { url: server.url(run), close }
}

/** The name of the template identifies its content. An unfinished one is created again. */
const prepareOriginal = async (
  adminUrl: string,
  urlOf: (database: string) => string,
  sizes: Sizes,
  note: (line: string) => void,
): Promise<string> => {
  const name = `bench_${sizes.large}_${fingerprint(sizes)}`
  const known = await asAdmin(adminUrl, `SELECT 1 FROM pg_database WHERE datname = '${name}' AND datistemplate`)
  if (known.rowCount === 1) return name
  note(`making ${sizes.large} contacts; they are kept for the next run`)
  await asAdmin(adminUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await asAdmin(adminUrl, `CREATE DATABASE ${name}`)
  const url = urlOf(name)
  await applyMigrations(url, { log: quiet })
  await migrateJobs(url)
  await fillWithRecords(url, sizes, note)
  await asAdmin(url, 'VACUUM (ANALYZE)')
  await asAdmin(adminUrl, `ALTER DATABASE ${name} IS_TEMPLATE true`)
  return name
}

const fingerprint = (sizes: Sizes): string => {
  const hash = createHash('sha256').update(JSON.stringify(sizes))
  for (const { name, sql } of readMigrations(migrationsFolder())) hash.update(`${name}\0${sql}\0`)
  for (const name of readdirSync(import.meta.dirname).sort()) hash.update(readFileSync(join(import.meta.dirname, name)))
  return hash.digest('hex').slice(0, 12)
}

const asAdmin = async (url: string, sql: string): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
