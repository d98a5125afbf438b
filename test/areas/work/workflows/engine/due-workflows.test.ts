import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workflowTicks } from '#areas/work/workflows/engine/engine.job'
import { listDueWorkflowsSql } from '#areas/work/workflows/engine/engine.sql'
import { withRows } from '#kernel/tenancy/tenant-db'
import { Prisma } from '#prisma/client'
import { countQueries } from '#test/support/database/count-queries'
import { withAdmin } from '#test/support/server/test-server'
import { openWorkflows, type WorkflowBench } from '#test/support/work/workflows'

const NOW = '2026-03-02T10:00:00Z'
const DUE = 3
const QUIET = 4000

let bench: WorkflowBench
beforeAll(async () => {
  bench = await openWorkflows(NOW, { own: true })
})
afterAll(() => bench.server.close())

/** Adds workflows with a run each: active ones whose next run is due at a time, or some that are off. */
const add = (count: number, dueAt: string, isActive = true) =>
  withAdmin(bench.server.url, async (admin) => {
    const person = await bench.person()
    await admin.query(
      `WITH made AS (
         INSERT INTO workflow (tenant_id, name, created_by, author, schedule_type_id, is_active)
         SELECT $1, 'Workflow ' || n, 'system:0', 'System', 1, $2 FROM generate_series(1, $3) n RETURNING tenant_id, id
       ), first AS (
         INSERT INTO workflow_step (tenant_id, workflow_id, type_id, position, options)
         SELECT tenant_id, id, 1, 1, '{}' FROM made RETURNING tenant_id, workflow_id, id
       )
       INSERT INTO workflow_run (tenant_id, workflow_id, contact_id, rotation, source_ids, entered_at, step_id, arrived_at,
         is_waiting, due_at)
       SELECT tenant_id, workflow_id, $4, 1, '{}', now(), id, now(), true, $5 FROM first`,
      [bench.tenantId, isActive, count, person, dueAt],
    )
    await admin.query('VACUUM (ANALYZE) workflow, workflow_run')
  })

interface Node {
  'Actual Rows': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}

/** The rows that the statement of the tick reads, and the blocks of 8 kB. */
const costOfTick = async () => {
  const query = Prisma.sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${listDueWorkflowsSql(bench.now(), 1000)}`
  const [plan] = await withRows(bench.server.database.system).rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(query)
  const root = plan?.['QUERY PLAN'][0].Plan
  const rowsOf = (node: Node | undefined): number =>
    node?.Plans?.reduce((sum, one) => sum + rowsOf(one), 0) ??
    (node?.['Actual Rows'] ?? 0) + (node?.['Rows Removed by Filter'] ?? 0)
  return { rows: rowsOf(root), blocks: (root?.['Shared Hit Blocks'] ?? 0) + (root?.['Shared Read Blocks'] ?? 0) }
}

const statementsOfTick = async () => {
  const context = { database: bench.server.database, clock: { now: bench.now }, log: bench.server.app.log }
  return (await countQueries(bench.server.database, async () => workflowTicks.task(context, {}))).systemQueries
}

describe('the run of every minute', () => {
  test('reads the workflows that are due, and none of the thousands that wait or are off', async () => {
    await add(DUE, '2026-03-02T09:59:00Z')
    const before = await costOfTick()
    const statements = await statementsOfTick()
    expect(before.rows).toBe(DUE)
    await add(QUIET, '2026-03-02T11:00:00Z')
    await add(QUIET, '2026-03-02T09:00:00Z', false)
    const after = await costOfTick()
    expect(after.rows).toBe(DUE)
    // The index has a level or two more; the rows of the quiet workflows alone are hundreds of blocks.
    expect(after.blocks).toBeLessThan(before.blocks + 8)
    expect(await statementsOfTick()).toEqual(statements)
  })
})
