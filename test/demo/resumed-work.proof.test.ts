import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '#prisma/client'
import { loadDemo } from '#src/demo/load-demo'
import { loadDemoWork } from '#src/demo/work/load-work'
import { buildTestApp, type TestApp } from '../support/build-app.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const CONTACTS = 60

let server: TestApp
/** A tenant whose work was loaded without a break. */
let complete: Tenant
/** The numbers of its stages that others saw committed while it was loaded. */
let committed: number[]

beforeAll(async () => {
  server = await buildTestApp({ clock: { now: () => NOW } })
  complete = await newTenant()
  committed = await whileLoading(complete)
})
afterAll(() => server.close())

/** Creates a tenant with the contacts of a demonstration and without its work. */
const newTenant = async (): Promise<Tenant> => {
  const { tenant } = await server.tenant()
  await loadDemo({ database: server.database, tenant, contacts: CONTACTS, now: NOW })
  return tenant
}

const loadWork = (tenant: Tenant): Promise<boolean> => {
  const { database, app } = server
  return loadDemoWork({
    database,
    tenant,
    now: NOW,
    log: app.log,
    secrets: app.feedAddresses,
    processorTools: app.processorTools,
    isMailSent: false,
  })
}

/** Loads the work of a tenant, and returns the numbers of stages that another connection saw committed meanwhile. */
const whileLoading = async (tenant: Tenant): Promise<number[]> => {
  const { system } = server.database
  const seen: number[] = []
  let isOver = false
  const watch = async () => {
    while (!isOver) {
      const mark = await system.setting.findFirst({ where: { key: `demo-work:${tenant.id}` } })
      const done = mark === null || mark.value === 'loaded' ? 0 : (JSON.parse(mark.value) as { done: [] }).done.length
      if (done > (seen.at(-1) ?? 0)) seen.push(done)
    }
  }
  const watched = watch()
  expect(await loadWork(tenant)).toBe(true)
  isOver = true
  await watched
  return seen
}

const TABLES = [
  ...['task_type', 'task_item', 'project', 'project_template', 'calendar', 'calendar_item', 'contact_group'],
  ...['contact_group_member', 'mail_template', 'workflow', 'workflow_source', 'workflow_step', 'outbox_event'],
]

const countsOf = async ({ id }: Tenant): Promise<unknown> => {
  const columns = TABLES.map((table) => `(SELECT count(*)::int FROM ${table} WHERE tenant_id = ${id}) AS ${table}`)
  return (await server.database.system.$queryRawUnsafe<object[]>(`SELECT ${columns.join(', ')}`))[0]
}

test('a load that is killed several times is continued, and adds what one load adds', async () => {
  const tenant = await newTenant()
  const other = new pg.Client({ connectionString: server.url })
  await other.connect()
  try {
    // Each of these stages waits for its lock. A kill rolls only that stage back.
    for (const subject of ['task_type', 'workflow']) {
      await other.query(`SELECT pg_advisory_lock(hashtextextended('${tenant.id}:${subject}', 0))`)
      const killed = expect(loadWork(tenant)).rejects.toThrow()
      const kill = async () =>
        (
          await other.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND wait_event = 'advisory'`)
        ).rowCount
      await expect.poll(kill, { timeout: 120_000 }).toBe(1)
      await killed
      await other.query('SELECT pg_advisory_unlock_all()')
    }
  } finally {
    await other.end()
  }
  expect(await server.database.system.taskItem.count({ where: { tenantId: tenant.id } })).toBeGreaterThan(0)
  expect(await loadWork(tenant)).toBe(true)
  expect(await countsOf(tenant)).toEqual(await countsOf(complete))
})

test('no transaction of the load lets the saves of users or the change feed wait for the next stage', () => {
  expect(committed.length).toBeGreaterThan(10)
})
