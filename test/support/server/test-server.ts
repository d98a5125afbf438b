import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrateJobs } from '#kernel/jobs/migrate-jobs'
import { prepareLogins } from '#src/installation/database/logins'
import type { EmbeddedServer } from '#src/installation/embedded/start-embedded'
import { startTemporary } from '#src/installation/embedded/temporary'
import { applyMigrations } from '#src/installation/migrations/apply'
import { migrationsFolder, readMigrations } from '#src/installation/migrations/migration-files'
import { LOGIN_KEY } from '../database/login-key.ts'
import { giveOwnIds, OWN_IDS } from '../database/own-ids.ts'

/** The server of the test databases. Every test file gets it by vitest's provide and inject. */
export interface TestServer {
  /** Connection string of a superuser to the database `postgres`. */
  adminUrl: string
  /** The migrated database that is cloned. */
  template: string
  /** The names of this run's databases begin with it. */
  prefix: string
}

/** The advisory lock for the creation of databases. Other runs on the same server use it too. */
export const createLock = 4_711_367

const quiet = { info: () => undefined, warn: (message: string) => console.warn(message) }

export interface TestServerOptions {
  /** Whether the ids of each tenant are its own (see own-ids.ts). */
  hasOwnIds: boolean
}

/** The server of TEST_DATABASE_URL, or a temporary one, with a migrated template. */
export async function openTestServer(
  options: TestServerOptions,
): Promise<{ server: TestServer; close: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  const own: EmbeddedServer | undefined = given ? undefined : await startTemporary(quiet)
  try {
    const adminUrl = given ?? own?.url('postgres') ?? ''
    const template = await withAdmin(adminUrl, (admin) => prepareTemplate(adminUrl, admin, options))
    await prepareLogins({ url: adminUrl, loginKey: LOGIN_KEY }, quiet)
    const server = { adminUrl, template, prefix: `guildhall_test_${randomBytes(4).toString('hex')}_` }
    const close = async () => (own ? own.stop() : dropAll(server))
    return { server, close }
  } catch (error) {
    await own?.stop()
    throw error
  }
}

/** Opens a connection for `work`, and closes it afterwards. */
export async function withAdmin<T>(url: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'guildhall tests' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Returns the connection string of another database of the same server. */
export function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

/**
 * Migrates a database once for every state of the migrations, and closes its connections, because PostgreSQL does not
 * clone a database that has one. On a permanent server, `datistemplate` marks it as complete.
 */
async function prepareTemplate(adminUrl: string, admin: pg.Client, { hasOwnIds }: TestServerOptions): Promise<string> {
  const hash = createHash('sha256').update(`${SPREAD_IDS}${hasOwnIds ? OWN_IDS : ''}`)
  for (const { name, sql } of readMigrations(migrationsFolder())) hash.update(`${name}\0${sql}\0`)
  const template = `guildhall_template_${hash.digest('hex').slice(0, 16)}`
  await admin.query('SELECT pg_advisory_lock($1)', [createLock])
  const { rows } = await admin.query('SELECT datistemplate AS whole FROM pg_database WHERE datname = $1', [template])
  if (rows[0]?.whole) return template
  await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${template}`)
  await applyMigrations(urlOf(adminUrl, template), { log: quiet })
  await migrateJobs(urlOf(adminUrl, template))
  await withAdmin(urlOf(adminUrl, template), async (own) => {
    await own.query(SPREAD_IDS)
    if (hasOwnIds) await giveOwnIds(own)
  })
  await admin.query(`ALTER DATABASE ${template} IS_TEMPLATE true ALLOW_CONNECTIONS false`)
  return template
}

/**
 * Moves the id sequences of all tables apart. In a new database, they all start at 1: a test would not notice if the id
 * of a record were used as that of a record of another table. Ids of 64 bits begin beyond 32 bits: every test of mails,
 * webhooks, history and events is one of large ids as well.
 */
const SPREAD_IDS = `SELECT setval(c.oid::regclass, 1000 * row_number() OVER (ORDER BY relname)
    + CASE WHEN s.seqtypid = 'bigint'::regtype THEN 3000000000 ELSE 0 END)
  FROM pg_class c JOIN pg_sequence s ON s.seqrelid = c.oid WHERE c.relnamespace = 'public'::regnamespace`

async function dropAll({ adminUrl, prefix }: TestServer): Promise<void> {
  await withAdmin(adminUrl, async (admin) => {
    const sql = 'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)'
    const { rows } = await admin.query<{ name: string }>(sql, [prefix])
    for (const { name } of rows) await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  })
}
