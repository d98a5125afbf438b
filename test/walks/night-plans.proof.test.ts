import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tenantSeeds } from '#areas/joined'
import { openDatabase } from '#kernel/database/database'
import { provisionTenant } from '#kernel/tenancy/provision'
import { loadDemo } from '#src/demo/load-demo'
import { createTestDatabase, type TestDatabase } from '#test/support/database/database'
import { LOGIN_KEY } from '#test/support/database/login-key'
import { findWholeReads } from '#test/support/database/plan-faults'
import { runNight } from '#test/support/jobs/night-run'

let own: TestDatabase
let admin: pg.Client
beforeAll(async () => {
  own = await createTestDatabase()
  await addDemonstration(own.url)
  admin = new pg.Client({ connectionString: own.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await own.drop()
})

const addDemonstration = async (url: string): Promise<void> => {
  const options = { url, loginKey: LOGIN_KEY, poolSize: 4, statementTimeout: 20_000, onError: () => undefined }
  const database = openDatabase(options)
  const tenant = await provisionTenant(database, { key: 'demo', name: 'Demonstration' }, tenantSeeds)
  await loadDemo({ database, tenant, contacts: 60, now: new Date() })
  const days = { createdAt: new Date(Date.now() - 3 * 86_400_000), nextDayAt: new Date(0) }
  await database.system.tenant.update({ where: { id: tenant.id }, data: days })
  await database.system.membershipNightlySwitch.create({
    data: { tenantId: tenant.id, isOn: true, switchedAt: days.createdAt },
  })
  // A month that no tenant keeps is dropped.
  await database.system.$executeRaw`SELECT log_month.add('2020-01-01', '2020-01-01')`
  await database.close()
}

/** Partial indexes that are read completely: they contain few rows. */
const PARTIAL = [
  // What waits or runs.
  'outbox_event_waiting',
  'processor_event_waiting',
  'ledger_execution_open',
  'registry_event_open',
  'native_execution_due',
  'webhook_delivery_open',
  'webhook_delivery_not_yet',
  'tenant_export_open',
  'import_run_open',
  'jobs_main_index',
  'guildhall_locked_jobs',
  'guildhall_retried_jobs',
  // What rounds look for in steps from tenant to tenant.
  'registry_event_next',
  'connection_work',
  // What failed.
  'ledger_execution_failed',
  'registry_event_given_up',
  'native_integration_failed',
  'connection_failed',
  'workflow_paused',
  'tenant_export_failed',
  'import_run_failed',
  'guildhall_ended_jobs',
  // The tenants and clients with web front ends of other origins.
  'tenant_cors',
  'application_permission_cors',
]

/** What is read completely or up to the first row, with the reason. */
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['_prisma_migrations', 'one row per migration'],
  ['_private_known_crontabs', 'one row per scheduled task'],
  ['_private_tasks', 'one row per kind of task'],
  ['country', 'the countries of ISO 3166-1, the same for all tenants'],
  ['_private_job_queues', 'a statement of the job library; one row per queue'],
  ['migrations_pkey', 'a statement of the job library; one row per migration of it'],
  ['tenant_log_retention_months_idx', 'only the largest entry'],
  ['tenant_key_key', 'guildhall doctor, when an operator asks: it compares the currency of each tenant'],
])

/** An index of a month of the log that is dropped. */
const OF_OLD_MONTH = /^log_event_2020_01_/

describe('the statements of a night', () => {
  test('none reads a table of all tenants without an index', async () => {
    const { plans, tasks, metrics } = await runNight(own.url, admin)
    expect(tasks).toEqual(expect.arrayContaining(['new-days', 'retention', 'log-months', 'webhook-retention']))
    expect(metrics).toMatch(/^jobs_given_up 0$/m)
    for (const part of ['log_month.remove', 'INSERT INTO day_mark', 'cors_origins'])
      expect(
        plans.some(({ text }) => text.includes(part)),
        part,
      ).toBe(true)
    const reads = await findWholeReads(admin, plans)
    const allowed = new Set([...PARTIAL, ...OTHERS.keys()])
    expect(reads.filter(({ of }) => !allowed.has(of) && !OF_OLD_MONTH.test(of))).toEqual([])
  })

  test('the indexes that are read completely are partial', async () => {
    const { rows } = await admin.query<{ name: string }>(
      'SELECT indexrelid::regclass::text AS name FROM pg_index WHERE indpred IS NOT NULL',
    )
    const partial = new Set(rows.map(({ name }) => name.replace('graphile_worker.', '')))
    expect(PARTIAL.filter((name) => !partial.has(name))).toEqual([])
  })
})
