import pg from 'pg'
import { LOGIN_KEY } from '#bench/login-key'
import { type Database, openDatabase } from '#kernel/database/database'
import { migrateJobs } from '#kernel/jobs/migrate-jobs'
import { prepareLogins } from '#src/installation/database/logins'
import { startEmbedded } from '#src/installation/embedded/start-embedded'
import { applyMigrations } from '#src/installation/migrations/apply'

const quiet = { info: () => undefined, warn: (message: string) => console.warn(message) }
const NAME = 'bench_workflows'

/** Creates an empty database on a separate server in .data/bench-workflows, with fsync and statement statistics. */
export const openScratch = async (): Promise<{ database: Database; close(): Promise<void> }> => {
  const settings = { shared_preload_libraries: 'pg_stat_statements' }
  const server = await startEmbedded({ dataDir: '.data/bench-workflows', settings, log: quiet })
  const admin = server.url('postgres')
  const url = server.url(NAME)
  try {
    await run(admin, `DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`, `CREATE DATABASE ${NAME}`)
    await applyMigrations(url, { log: quiet })
    await migrateJobs(url)
    await prepareLogins({ url, loginKey: LOGIN_KEY }, quiet)
    await run(url, 'CREATE EXTENSION pg_stat_statements')
  } catch (error) {
    await server.stop()
    throw error
  }
  const database = openDatabase({
    loginKey: LOGIN_KEY,
    url,
    poolSize: 4,
    statementTimeout: 600_000,
    onError: () => undefined,
  })
  const close = async () => {
    await database.close()
    await run(admin, `DROP DATABASE IF EXISTS ${NAME} WITH (FORCE)`)
    await server.stop()
  }
  return { database, close }
}

const run = async (url: string, ...statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
