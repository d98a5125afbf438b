import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '#kernel/database/database'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { openTenantDb, withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { type BreakableDatabase, breakableDatabase } from '#test/support/database/breakable-database'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'

let own: TestDatabase
let way: BreakableDatabase
let database: Database
let holder: pg.Client
let next: pg.Client

beforeAll(async () => {
  own = await createTestDatabase()
  way = await breakableDatabase(own.url)
  holder = new pg.Client({ connectionString: own.url })
  next = new pg.Client({ connectionString: own.url, statement_timeout: 10_000 })
  await Promise.all([holder.connect(), next.connect()])
  database = openDatabase({
    loginKey: LOGIN_KEY,
    url: way.url,
    poolSize: 1,
    statementTimeout: 300_000,
    onError: () => undefined,
  })
})
afterAll(async () => {
  await database.close()
  await Promise.all([holder.end(), next.end()])
  await way.close()
  await own.drop()
})

const lock = (id: number) => Prisma.sql`SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(${id}::bigint)) l`

const isWaiting = async (): Promise<boolean> => {
  const { rows } = await next.query<{ waits: boolean }>(`SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits`)
  return rows[0]?.waits ?? false
}

const ways: [string, (work: (tx: SqlRunner) => Promise<unknown>) => Promise<unknown>][] = [
  ['a tenant', (work) => openTenantDb(database, 1).transaction(work, { onDriver: true })],
  ['a caller of chapters', (work) => openTenantDb(database, 1, CHAPTERS).transaction(work, { onDriver: true })],
  ['the system role', (work) => database.system.$transaction((tx) => work(withRows(tx)), TRANSACTION_LIMITS)],
]
const CHAPTERS = { readable: [], editable: [], actor: 'login:1' }

test.each(ways)(
  'a transaction of %s that waits for a lock frees its own when its client is gone',
  async (_way, run) => {
    await holder.query('SELECT pg_advisory_lock(2)')
    const lost = expect(
      run(async (tx) => {
        await tx.rows(lock(1))
        await tx.rows(lock(2))
      }),
    ).rejects.toThrow()
    await expect.poll(isWaiting, { interval: 5 }).toBe(true)
    way.cut()
    await lost
    // Whoever comes next gets what it had locked, although what it waited for is not free.
    await next.query('SELECT pg_advisory_xact_lock(1)')
    await holder.query('SELECT pg_advisory_unlock(2)')
    way.restore()
  },
)
