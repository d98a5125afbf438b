import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '#kernel/database/database'
import type { SqlRunner } from '#kernel/database/sql-runner'
import { lockRows, lockSubject } from '#kernel/records/lock'
import { ContactLocks, type LockStrength } from '#kernel/tenancy/contact-locks'
import { openTenantDb, type TenantDb } from '#kernel/tenancy/tenant-db'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'

let own: TestDatabase
let database: Database
let db: TenantDb
/** Another transaction, which locks a contact. */
let other: pg.Client
let watcher: pg.Client

beforeAll(async () => {
  own = await createTestDatabase()
  other = new pg.Client({ connectionString: own.url })
  watcher = new pg.Client({ connectionString: own.url })
  await Promise.all([other.connect(), watcher.connect()])
  await watcher.query(`INSERT INTO tenant (id, key, name) VALUES (1, 'one', 'One')`)
  await watcher.query(`INSERT INTO contact (tenant_id, id, system_type_id, display_name, sort_name)
    SELECT 1, n, 1, 'Ann', 'Ann' FROM generate_series(1, 3) n`)
  database = openDatabase({
    loginKey: LOGIN_KEY,
    url: own.url,
    poolSize: 1,
    statementTimeout: 20_000,
    onError: () => undefined,
  })
  db = openTenantDb(database, 1)
})
afterAll(async () => {
  await database.close()
  await Promise.all([other.end(), watcher.end()])
  await own.drop()
})

const lock = (tx: SqlRunner, id: number, strength: LockStrength = 'no key update') =>
  lockRows({ db }, tx, { table: 'contact' }, [id], strength)

const isProductWaiting = async (): Promise<boolean> => {
  const { rows } = await watcher.query<{ waits: boolean }>(`SELECT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'guildhall' AND wait_event_type = 'Lock') AS waits`)
  return rows[0]?.waits ?? false
}

/** Runs a transaction while another one has locked contact 2, which ends when this one waits for it. Returns its attempts. */
const attemptsOf = async (transaction: Transact, work: (tx: SqlRunner) => Promise<unknown>): Promise<number> => {
  await other.query('BEGIN')
  await other.query('SELECT FROM contact WHERE tenant_id = 1 AND id = 2 FOR SHARE')
  let attempts = 0
  const done = transaction(async (tx) => {
    attempts++
    await work(tx)
  })
  await expect.poll(isProductWaiting, { interval: 5 }).toBe(true)
  await other.query('COMMIT')
  await done
  return attempts
}

type Transact = <T>(work: (tx: SqlRunner) => Promise<T>) => Promise<T>
const ways: [string, Transact][] = [
  ['on the models', (work) => db.transaction(work)],
  ['on the driver', (work) => db.transaction(work, { onDriver: true })],
]

describe.each(ways)('a transaction %s', (_way, transaction) => {
  it('waits for contacts in the order of their ids', async () => {
    const work = async (tx: SqlRunner) => {
      await lock(tx, 1)
      await lock(tx, 2)
    }
    expect(await attemptsOf(transaction, work)).toBe(1)
  })

  it('does not wait for a contact before one that it has locked: it begins again with both', async () => {
    const work = async (tx: SqlRunner) => {
      await lock(tx, 3)
      await lock(tx, 2)
    }
    expect(await attemptsOf(transaction, work)).toBe(2)
  })

  it('does so also if its work reports another error', async () => {
    let failures = 0
    const work = async (tx: SqlRunner) => {
      await lock(tx, 3)
      await lock(tx, 2).catch(() => {
        if (++failures % 2 === 1) throw new Error('could not lock')
      })
    }
    expect(await attemptsOf(transaction, work)).toBe(2)
    expect(failures).toBe(1)
  })

  it('does not wait for a contact after another lock', async () => {
    const work = async (tx: SqlRunner) => {
      await lockSubject({ db }, tx, 'something else')
      await lock(tx, 2)
    }
    expect(await attemptsOf(transaction, work)).toBe(2)
  })

  it('does not wait for a stronger lock on a contact that others can share', async () => {
    const work = async (tx: SqlRunner) => {
      await lock(tx, 2, 'share')
      await lock(tx, 2)
    }
    expect(await attemptsOf(transaction, work)).toBe(2)
  })
})

describe('the locks of an attempt', () => {
  it('are the first of the next one, with the strongest of them, and it does not wait for fewer', () => {
    const attempt = new ContactLocks()
    expect(attempt.note({ ids: [5, 7], strength: 'share' })).toBe(true)
    expect(attempt.note({ ids: [5], strength: 'key share' })).toBe(true)
    expect(attempt.note({ ids: [3], strength: 'no key update' })).toBe(false)
    const next = attempt.forNextAttempt()
    expect(next.first).toEqual({ ids: [5, 7, 3], strength: 'no key update' })
    expect(next.note({ ids: [5, 7, 3], strength: 'no key update' })).toBe(true)
    expect(next.note({ ids: [3, 7], strength: 'no key update' })).toBe(true)
    expect(next.note({ ids: [4], strength: 'no key update' })).toBe(false)
  })

  it('wait in any order after five restarts', () => {
    let attempt = new ContactLocks()
    for (let restarts = 0; restarts < 5; restarts++) {
      attempt.noteOther()
      expect(attempt.note({ ids: [1], strength: 'share' })).toBe(false)
      attempt = attempt.forNextAttempt()
    }
    attempt.noteOther()
    expect(attempt.note({ ids: [1], strength: 'share' })).toBe(true)
  })
})
