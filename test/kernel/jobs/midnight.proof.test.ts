import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newDayWorks, tenantSeeds } from '#areas/joined'
import { openDatabase } from '#kernel/database/database'
import { provisionTenant } from '#kernel/tenancy/provision'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'
import { copyTenant } from '#test/support/database/prepared-tenants'
import { throttle } from '#test/support/processes/throttle'
import { startWorker, type Worker } from '#test/support/processes/worker'
import { proofSize } from '#test/support/runner/proof-size'

const TENANTS = proofSize({ reduced: 10, full: 5000 })
/** Milliseconds: about 0.7 s per tenant on a busy machine. */
const LIMIT = proofSize({ reduced: 120_000, full: 2 * 3_600_000 })
/** The part of a core that the worker gets. */
const SHARE = 0.25

let own: TestDatabase
let admin: pg.Client
let worker: Worker | undefined
beforeAll(async () => {
  own = await createTestDatabase()
  const options = { url: own.url, loginKey: LOGIN_KEY, poolSize: 2, statementTimeout: 20_000, onError: () => undefined }
  const database = openDatabase(options)
  const { id } = await provisionTenant(database, { key: 'first', name: 'First' }, tenantSeeds)
  await database.close()
  await copyTenant(own.url, id, TENANTS - 1)
  admin = new pg.Client({ connectionString: own.url })
  await admin.connect()
})
afterAll(async () => {
  await worker?.kill()
  await admin.end()
  await own.drop()
})

const count = async (sql: string): Promise<number> =>
  (await admin.query<{ n: number }>(`SELECT (${sql})::int AS n`)).rows[0]?.n ?? 0

/** The marks of works that are done for the current day of their tenant. */
const countDone = () =>
  count(
    'SELECT count(*) FROM day_mark m JOIN tenant t ON t.id = m.tenant_id WHERE m.day = (now() AT TIME ZONE t.time_zone)::date',
  )

describe('midnight of many tenants', () => {
  test(
    'gives every tenant its day on a quarter of a core',
    async () => {
      await admin.query(
        `UPDATE tenant SET created_at = now() - interval '3 days', next_day_at = now() - interval '1 minute'`,
      )
      worker = await startWorker({ DATABASE_URL: own.url })
      const release = throttle(worker.pid, SHARE)
      const start = performance.now()
      await admin.query(`SELECT graphile_worker.add_job('new-days')`)
      await expect.poll(countDone, { timeout: LIMIT, interval: 250 }).toBe(TENANTS * newDayWorks.length)
      const seconds = (performance.now() - start) / 1000
      release()
      console.info(`${TENANTS} tenants had their day in ${seconds.toFixed(1)} s with ${SHARE * 100} % of a core`)
      expect(await count(`SELECT count(*) FROM tenant WHERE next_day_at <= now()`)).toBe(0)
      const failed = `SELECT count(*) FROM graphile_worker._private_jobs WHERE last_error IS NOT NULL AND payload ->> 'tenantId' IS NOT NULL`
      expect(await count(failed)).toBe(0)
    },
    LIMIT + 60_000,
  )
})
