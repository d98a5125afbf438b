import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#kernel/database/database'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { TRANSACTION_LIMITS } from '#kernel/database/transaction-limits'
import { databaseProblem } from '#kernel/errors/database-problem'
import { openTenantDb, type TenantDb, withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'

let own: TestDatabase
let database: Database
let db: TenantDb
let other: pg.Client
let watcher: pg.Client

beforeAll(async () => {
  own = await createTestDatabase()
  watcher = new pg.Client({ connectionString: own.url })
  other = new pg.Client({ connectionString: own.url })
  await Promise.all([watcher.connect(), other.connect()])
  const { rows } = await watcher.query<{ name: string }>('SELECT current_database() AS name')
  // PostgreSQL checks for deadlocks early on the product's connections and never on the other, so it aborts the product.
  await watcher.query(`ALTER DATABASE ${rows[0]?.name} SET deadlock_timeout = '50ms'`)
  await other.query(`SET deadlock_timeout = '1h'`)
  await watcher.query(
    `CREATE FUNCTION fail_serialization() RETURNS int LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not serialize access' USING ERRCODE = '40001'; END $$`,
  )
  await watcher.query(`INSERT INTO tenant (id, key, name) VALUES (1, 'one', 'One')`)
  database = openDatabase({
    loginKey: LOGIN_KEY,
    url: own.url,
    poolSize: 1,
    statementTimeout: 20_000,
    onError: () => undefined,
  })
  db = openTenantDb(database, 1)
})
beforeEach(() =>
  watcher.query(`DELETE FROM tag; INSERT INTO tag (tenant_id, name, name_key) VALUES (1, 'a', 'a'), (1, 'b', 'b')`),
)
afterAll(async () => {
  await database.close()
  await Promise.all([watcher.end(), other.end()])
  await own.drop()
})

const SERIALIZATION_FAILURE = Prisma.sql`SELECT fail_serialization()`
const update = (name: string) =>
  Prisma.sql`UPDATE tag SET css_color = '#000' WHERE tenant_id = 1 AND name = ${name} RETURNING id`
const insert = (name: string) =>
  Prisma.sql`INSERT INTO tag (tenant_id, name, name_key) VALUES (1, ${name}, ${name}) RETURNING id`
const names = async (): Promise<string[]> =>
  (await watcher.query<{ name: string }>('SELECT name FROM tag ORDER BY name')).rows.map(({ name }) => name)

const isOtherWaiting = async (): Promise<boolean> => {
  const text = `SELECT cardinality(pg_blocking_pids(pid)) > 0 AS waits FROM pg_stat_activity WHERE pid = $1`
  const { rows } = await watcher.query<{ waits: boolean }>(text, [otherPid()])
  return rows[0]?.waits ?? false
}
const otherPid = (): number => (other as unknown as { processID: number }).processID

type Transact = <T>(work: (tx: SqlRunner) => Promise<T>) => Promise<T>

/** The ways to run a transaction of a tenant: on Prisma's client, and on the driver. */
const ofTenant: [string, Transact][] = [
  ['on the models', (work) => db.transaction(work)],
  ['on the driver', (work) => db.transaction(work, { onDriver: true })],
]
const ofSystem: [string, Transact] = [
  'of the system role',
  (work) => database.system.$transaction((tx) => work(withRows(tx)), TRANSACTION_LIMITS),
]

describe.each([...ofTenant, ofSystem])('a transaction %s', (_way, transaction) => {
  it('is retried after a deadlock, and its first attempt leaves nothing', async () => {
    let attempts = 0
    let ended: Promise<unknown>[] = []
    const result = await transaction(async (tx) => {
      attempts++
      // Otherwise the second attempt could lock a before the other connection wakes up, which is another deadlock.
      await Promise.all(ended)
      await tx.rows(insert(`attempt ${attempts}`))
      await tx.rows(update('a'))
      if (attempts === 1) ended = await lockInOppositeOrder()
      await tx.rows(update('b'))
      return attempts
    })
    expect(result).toBe(2)
    expect(await names()).toEqual(['a', 'attempt 2', 'b'])
  })

  it('fails after three attempts with the error of the last', async () => {
    let attempts = 0
    const failing = transaction(async (tx) => {
      attempts++
      await tx.rows(insert(`attempt ${attempts}`))
      await tx.rows(SERIALIZATION_FAILURE)
    })
    await expect(failing).rejects.toThrow()
    expect(attempts).toBe(3)
    expect(await names()).toEqual(['a', 'b'])
  })

  it('is retried for the first error of an aborted transaction, whichever error its work reports', async () => {
    let attempts = 0
    const result = await transaction(async (tx) => {
      attempts++
      if (attempts === 1) await tx.rows(SERIALIZATION_FAILURE).catch(() => undefined)
      await tx.rows(insert(`attempt ${attempts}`))
      return attempts
    })
    expect(result).toBe(2)
    expect(await names()).toEqual(['a', 'attempt 2', 'b'])
  })

  it('reports an error that cannot be repeated, not that later statements were rejected', async () => {
    const failing = transaction(async (tx) => {
      await tx.rows(insert('a')).catch(() => undefined)
      await tx.rows(insert('c'))
    })
    await expect(failing.catch(databaseProblem)).resolves.toMatchObject({ status: 409, code: 'duplicate' })
  })

  it('is never reported as committed when its work ignores an error', async () => {
    let attempts = 0
    const retried = transaction(async (tx) => {
      attempts++
      await tx.rows(insert(`attempt ${attempts}`))
      if (attempts === 1) await tx.rows(SERIALIZATION_FAILURE).catch(() => undefined)
    })
    await retried
    expect(await names()).toEqual(['a', 'attempt 2', 'b'])
    const ignored = transaction((tx) => tx.rows(insert('a')).catch(() => undefined))
    await expect(ignored).rejects.toThrow('Nothing was committed')
  })

  it('rolls back when its work fails, is not retried, and returns its connection', async () => {
    let attempts = 0
    const failing = transaction(async (tx) => {
      attempts++
      await tx.rows(insert('never'))
      throw new Error('The rule was broken')
    })
    await expect(failing).rejects.toThrow('The rule was broken')
    expect(attempts).toBe(1)
    await transaction((tx) => tx.rows(insert('next')))
    expect(await names()).toEqual(['a', 'b', 'next'])
  })
})

describe.each(ofTenant)('a transaction %s, in a pool of one connection,', (_way, transaction) => {
  it('refuses the statements of work that still runs after its end', async () => {
    const late: SqlRunner[] = []
    await transaction(async (tx) => {
      await tx.rows(insert('in time'))
      late.push(tx)
    })
    for (const tx of late) await expect(tx.rows(insert('late'))).rejects.toThrow('The transaction has ended.')
    expect(await names()).toEqual(['a', 'b', 'in time'])
  })
})

/**
 * The other connection locks b, then waits for a. Returns the end of its transaction, in a list because an async function
 * would wait for it otherwise.
 */
const lockInOppositeOrder = async (): Promise<Promise<unknown>[]> => {
  await other.query('BEGIN')
  await other.query(`UPDATE tag SET css_color = '#fff' WHERE name = 'b'`)
  const ended = other.query(`UPDATE tag SET css_color = '#fff' WHERE name = 'a'`).then(() => other.query('COMMIT'))
  await expect.poll(isOtherWaiting, { interval: 5 }).toBe(true)
  return [ended]
}
