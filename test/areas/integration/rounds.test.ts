import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectionRounds } from '#areas/integration/connections/connections.job'
import { registryTimes } from '#areas/integration/national-registry/queue/queue.job'
import type { CronTask } from '#kernel/jobs/cron'
import { systemClock } from '#kernel/time/clock'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
let admin: pg.Client
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  // Only the queues matter: nothing reads the records that the rows belong to.
  await admin.query('SET session_replication_role = replica')
})
afterAll(async () => {
  await admin.end()
  await server.close()
})
beforeEach(() => admin.query('DELETE FROM graphile_worker._private_jobs'))

/** Runs a round, and returns the number of jobs that wait after it. */
const run = async ({ task }: CronTask): Promise<number> => {
  await task({ database: server.database, clock: systemClock, log: server.app.log }, {})
  const { rows } = await admin.query<{ n: number }>('SELECT count(*)::int AS n FROM graphile_worker._private_jobs')
  return rows[0]?.n ?? 0
}

/** More than one statement of a round reads. */
const MANY = 1100

describe('rounds over all tenants', () => {
  test('request every connection that waits, also if the first ones wait for long', async () => {
    await admin.query(
      `INSERT INTO connection (tenant_id, id, uid, exchange_id, is_source, other_key, other_name, mapping, sealed, has_work)
       SELECT n % 7 + 1, n, gen_random_uuid(), n, true, 'k', 'n', '{}', '', true FROM generate_series(1, $1) n`,
      [MANY],
    )
    expect(await run(connectionRounds)).toBe(MANY)
    await admin.query('UPDATE connection SET has_work = false WHERE id > 5')
    await admin.query('DELETE FROM graphile_worker._private_jobs')
    expect(await run(connectionRounds)).toBe(5)
  })

  test('request every tenant whose changes for the registry are due, once, unless it is disabled', async () => {
    await admin.query(
      `INSERT INTO registry_event (tenant_id, request_id, change_type, body, created_at, due_at)
       SELECT n, 'r' || r, 'Update', '{}', now(), now() + r * interval '1 day' - interval '2 days'
       FROM generate_series(1, $1) n, generate_series(1, 3) r`,
      [MANY],
    )
    expect(await run(registryTimes)).toBe(MANY)
    await admin.query(`UPDATE registry_event SET due_at = now() + interval '1 day' WHERE tenant_id > 4`)
    await admin.query(`INSERT INTO association_settings (tenant_id, id, is_registry_enabled) VALUES (1, 1, false)`)
    await admin.query('DELETE FROM graphile_worker._private_jobs')
    expect(await run(registryTimes)).toBe(3)
  })
})
