import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Database, openDatabase } from '#kernel/database/database'
import { openTenantDb, type TenantDb } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'

let own: TestDatabase
let database: Database
let db: TenantDb
let admin: pg.Client

beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase({
    loginKey: LOGIN_KEY,
    url: own.url,
    poolSize: 2,
    statementTimeout: 30_000,
    onError: () => undefined,
  })
  db = openTenantDb(database, 1)
  admin = new pg.Client({ connectionString: own.url })
  await admin.connect()
  await admin.query("CREATE TABLE probe (id int, name text); INSERT INTO probe VALUES (1, 'Ada')")
  await admin.query('GRANT SELECT ON probe TO guildhall_app')
})
afterAll(async () => {
  await database.close()
  await admin.end()
  await own.drop()
})

const NAMES = Prisma.sql`SELECT * FROM probe`

/** From the second use on, a statement is prepared. */
const prepare = async (): Promise<void> => {
  for (let round = 0; round < 4; round++) await Promise.all([db.rows(NAMES), db.rows(NAMES)])
}

describe('a migration that changes the result of prepared statements', () => {
  test('is not noticed by a read', async () => {
    await prepare()
    await admin.query('ALTER TABLE probe ADD COLUMN city text')
    expect(await Promise.all([1, 2, 3].map(() => db.rows(NAMES)))).toEqual(
      Array.from({ length: 3 }, () => [{ id: 1, name: 'Ada', city: null }]),
    )
  })

  test('is not noticed by a transaction, on the driver or with models', async () => {
    for (const options of [{ onDriver: true }, undefined] as const) {
      await prepare()
      await admin.query(`ALTER TABLE probe ALTER COLUMN name TYPE ${options ? 'varchar(50)' : 'varchar(60)'}`)
      const rows = await (options
        ? db.transaction((tx) => tx.rows(NAMES), options)
        : db.transaction((tx) => tx.rows(NAMES)))
      expect(rows).toHaveLength(1)
    }
  })
})
