import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { NEW_DAY, type NewDayWork, newDays, newDayTask } from '#kernel/jobs/tenant-days'
import { createLogger } from '#kernel/logging/logger'
import type { Tenant } from '#prisma/client'
import { buildTestApp, type TestApp } from '#test/support/build-app'

let server: TestApp
let admin: pg.Client
let utc: Tenant
let auckland: Tenant
beforeAll(async () => {
  server = await buildTestApp({ own: true })
  admin = new pg.Client({ connectionString: server.url })
  await admin.connect()
  utc = (await server.tenant()).tenant
  auckland = (await server.tenant()).tenant
  await set(auckland, { timeZone: 'Pacific/Auckland' })
})
afterAll(async () => {
  await admin.end()
  await server.close()
})

const CREATED = new Date('2026-02-27T00:00:00Z')
const set = ({ id }: Tenant, data: { timeZone?: string; nextDayAt?: Date; createdAt?: Date }) =>
  server.database.system.tenant.update({ where: { id }, data })

let done: string[]
let failing: number | undefined
const works: NewDayWork[] = ['first', 'second'].map((name) => ({
  name,
  run: async ({ tenant }, { since, today }) => {
    if (tenant.id === failing && name === 'first') throw new Error('it failed')
    done.push(`${name} ${tenant.id} ${since}..${today}`)
  },
}))
beforeEach(async () => {
  done = []
  failing = undefined
  await admin.query('DELETE FROM graphile_worker._private_jobs')
  await server.database.system.dayMark.deleteMany({})
  for (const tenant of [utc, auckland]) await set(tenant, { nextDayAt: new Date(0), createdAt: CREATED })
})

const context = (now: string) => ({
  database: server.database,
  clock: { now: () => new Date(now) },
  log: createLogger('silent'),
})

/** Adds the jobs that are due, and returns their tenants, with the work that is tried again. */
const start = async (now: string): Promise<string[]> => {
  await newDays().task(context(now), {})
  return (await jobs()).map(({ payload: { tenantId, work } }) => [tenantId, work].filter(Boolean).join(' '))
}
const jobs = async () =>
  (
    await admin.query<{ id: string; payload: { tenantId: number; work?: string } }>(
      `SELECT j.id, j.payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       WHERE t.identifier = $1 ORDER BY j.id`,
      [NEW_DAY],
    )
  ).rows
/** Runs the waiting jobs. A job that fails stays. */
const perform = async (now: string): Promise<void> => {
  for (const { id, payload } of await jobs()) {
    const result = await newDayTask(works)(context(now), payload).catch((error: Error) => error)
    if (!result) await admin.query('SELECT graphile_worker.complete_jobs(ARRAY[$1::bigint])', [id])
  }
}

describe('work of a new day', () => {
  test('is one job per tenant, added after midnight in the time zone of the tenant', async () => {
    expect(await start('2026-03-02T10:30:00Z')).toEqual([`${utc.id}`, `${auckland.id}`])
    await perform('2026-03-02T10:30:00Z')
    expect(await start('2026-03-02T10:59:00Z')).toEqual([])
    // Midnight of the third of March in Auckland, then in UTC.
    expect(await start('2026-03-02T11:00:00Z')).toEqual([`${auckland.id}`])
    await perform('2026-03-02T11:00:00Z')
    expect(await start('2026-03-02T23:59:00Z')).toEqual([])
    expect(await start('2026-03-03T00:01:00Z')).toEqual([`${utc.id}`])
    expect(done).toEqual([
      `first ${utc.id} 2026-02-27..2026-03-02`,
      `second ${utc.id} 2026-02-27..2026-03-02`,
      `first ${auckland.id} 2026-02-27..2026-03-02`,
      `second ${auckland.id} 2026-02-27..2026-03-02`,
      `first ${auckland.id} 2026-03-02..2026-03-03`,
      `second ${auckland.id} 2026-03-02..2026-03-03`,
    ])
  })

  test('runs once for several days on which no worker ran', async () => {
    await start('2026-03-02T12:00:00Z')
    await perform('2026-03-02T12:00:00Z')
    done = []
    await start('2026-03-09T12:00:00Z')
    await perform('2026-03-09T12:00:00Z')
    expect(done).toContain(`first ${utc.id} 2026-03-02..2026-03-09`)
    expect(done).toHaveLength(4)
  })

  test('that fails stops neither another kind nor another tenant, and is tried again by a job of its own', async () => {
    failing = utc.id
    await start('2026-03-02T12:00:00Z')
    await perform('2026-03-02T12:00:00Z')
    expect(done).toEqual([
      `second ${utc.id} 2026-02-27..2026-03-02`,
      ...['first', 'second'].map((name) => `${name} ${auckland.id} 2026-02-27..2026-03-03`),
    ])
    expect(await start('2026-03-02T12:01:00Z')).toEqual([`${utc.id} first`])
    failing = undefined
    done = []
    await perform('2026-03-02T12:01:00Z')
    expect(done).toEqual([`first ${utc.id} 2026-02-27..2026-03-02`])
    expect(await jobs()).toEqual([])
  })

  test('that failed all day is done with the next day', async () => {
    failing = utc.id
    await start('2026-03-02T12:00:00Z')
    await perform('2026-03-02T12:00:00Z')
    failing = undefined
    done = []
    expect(await start('2026-03-03T12:00:00Z')).toEqual([`${utc.id} first`, `${utc.id}`, `${auckland.id}`])
    await perform('2026-03-03T12:00:00Z')
    expect(done.filter((line) => line.startsWith(`first ${utc.id} `))).toEqual([
      `first ${utc.id} 2026-02-27..2026-03-03`,
    ])
  })

  test('is due at once after a change of the time zone', async () => {
    await start('2026-03-02T12:00:00Z')
    await perform('2026-03-02T12:00:00Z')
    await set(utc, { timeZone: 'Pacific/Auckland' })
    expect(await start('2026-03-02T12:01:00Z')).toEqual([`${utc.id}`])
    await set(utc, { timeZone: 'UTC' })
  })

  test('of a tenant with a time zone that does not exist does not delay other tenants', async () => {
    await set(utc, { timeZone: 'EST5EDT4,M3.2.0,M11.1.0' })
    expect(await start('2026-03-02T12:00:00Z')).toHaveLength(2)
    await perform('2026-03-02T12:00:00Z')
    expect(done).toHaveLength(2)
    // The rest is tried again, by one job per kind.
    expect(await start('2026-03-02T12:01:00Z')).toHaveLength(2)
    await set(utc, { timeZone: 'UTC' })
  })

  test('is found by the index of the due times', async () => {
    await admin.query(`INSERT INTO tenant (key, name, next_day_at)
      SELECT 'many-' || n, 'Many', '2100-01-01' FROM generate_series(1, 5000) n`)
    await admin.query('ANALYZE tenant')
    const { rows } = await admin.query<Record<string, string>>(`EXPLAIN SELECT id FROM tenant
      WHERE next_day_at <= '2026-03-02' ORDER BY next_day_at, id LIMIT 50 FOR UPDATE SKIP LOCKED`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Index Scan using tenant_next_day_at_idx')
  })
})
