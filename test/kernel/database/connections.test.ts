import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#kernel/database/database'
import { loginOf } from '#kernel/database/logins'
import { openTenantDb, type TenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { type BreakableDatabase, breakableDatabase } from '#test/support/database/breakable-database'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'

const PATIENT = { timeout: 15_000, interval: 20 }
const SLOW = Prisma.sql`select pg_sleep(25)`
const ONE = Prisma.sql`select 1 as one`
const FAILING = Prisma.sql`select 1 / ${0}::int as x`

let own: TestDatabase
let way: BreakableDatabase
let database: Database
let db: TenantDb
let admin: pg.Client

const open = (url: string) =>
  openDatabase({ loginKey: LOGIN_KEY, url, poolSize: 2, statementTimeout: 30_000, onError: () => undefined })

beforeAll(async () => {
  own = await createTestDatabase()
  way = await breakableDatabase(own.url)
  database = open(way.url)
  db = openTenantDb(database, 1)
  admin = new pg.Client({ connectionString: own.url })
  await admin.connect()
})
afterAll(async () => {
  await database.close()
  await admin.end()
  await way.close()
  await own.drop()
})

/** The backends that run a statement, or that are in a transaction between two statements. */
const busy = async (): Promise<number> => {
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
     where datname = current_database() and application_name = 'guildhall' and state <> 'idle'`,
  )
  return rows[0]?.n ?? 0
}

const terminate = () =>
  admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name like 'guildhall%'`,
  )

const cut = () => {
  way.cut()
  way.restore()
}

/** Work that waits for the database, and work that keeps a connection while it waits for something else. */
const works: [string, () => Promise<unknown>][] = [
  ['a read', () => db.rows(SLOW)],
  ['a transaction on the driver', () => db.transaction((tx) => tx.rows(SLOW), { onDriver: true })],
  ['a transaction', () => db.transaction((tx) => tx.$queryRaw`select pg_sleep(25)::text`)],
  [
    'a transaction on the driver between two statements',
    () =>
      db.transaction(async (tx) => {
        await tx.rows(ONE)
        await expect.poll(busy, PATIENT).toBe(0)
        await tx.rows(ONE)
      }),
  ],
]

// An error event without a listener fails the run (and would end the process).
describe.each([
  ['its backend is terminated', terminate],
  ['the network breaks', cut],
])('where %s', (_how, lose) => {
  test.each(works)(
    '%s fails, the process lives, and the next work finds a connection',
    async (_name, work) => {
      const failing = expect(work()).rejects.toThrow(/terminat|closed|not queryable|57P01|ECONNRESET/i)
      await expect.poll(busy, PATIENT).toBe(1)
      await lose()
      await failing
      // A backend whose connection was cut keeps sleeping, and would be mistaken for the next one.
      await terminate()
      await expect.poll(busy, PATIENT).toBe(0)
      expect(await db.rows(ONE)).toEqual([{ one: 1 }])
      expect(await database.system.$queryRaw`select 1 as one`).toEqual([{ one: 1 }])
    },
    40_000,
  )
})

test('a transaction that ignores a failed statement is never reported as committed', async () => {
  const passOver = db.transaction(
    async (tx) => {
      await tx.rows(FAILING).catch(() => undefined)
      return 'done'
    },
    { onDriver: true },
  )
  await expect(passOver).rejects.toThrow(/Nothing was committed/)
  await expect(db.transaction((tx) => tx.commit(FAILING, ONE), { onDriver: true })).rejects.toThrow(/division by zero/)
  expect(await db.transaction((tx) => tx.commit(ONE), { onDriver: true })).toEqual([[{ one: 1 }]])
})

describe('tenant isolation', () => {
  test('works with any options in the connection string', async () => {
    const url = new URL(own.url)
    url.searchParams.set('options', '-c search_path=public -c role=none')
    const opened = open(url.href)
    const rows = await openTenantDb(opened, 1).rows(
      Prisma.sql`select current_user as role, current_setting('search_path') as path`,
    )
    expect(rows).toEqual([{ role: loginOf('guildhall_app', LOGIN_KEY).name, path: 'public' }])
    expect(await opened.system.$queryRaw`select current_user::text as role`).toEqual([
      { role: loginOf('guildhall_system', LOGIN_KEY).name },
    ])
    await opened.close()
  })
})

test('the clock of the change feed matches its locks at any time', async () => {
  for (const moment of ['1970-01-01', '2025-02-28', '2026-01-01', '2038-01-20', '2200-01-01']) {
    const { rows } = await admin.query('select feed_millisecond($1::timestamptz) as ms', [moment])
    expect(rows[0]?.ms).toEqual(expect.any(Number))
  }
})
