import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runBench } from '#bench/bench'
import { fillWithRecords } from '#bench/data/records'
import { describeMeasurements } from '#bench/report'
import { WORKLOAD_NAMES, type WorkloadName } from '#bench/workloads'
import { createTestDatabase } from '../support/database/database.ts'
import { builtProgram } from '../support/processes/built-program.ts'

const quiet = () => undefined

/** Defines the test of a tiny run of the benchmark. */
export const testTinyRun = (workloads: readonly WorkloadName[]): void => {
  test('a tiny run measures the workloads, on contestants whose responses were compared', async () => {
    const database = await createTestDatabase()
    onTestFinished(() => database.drop())
    const folder = mkdtempSync(join(tmpdir(), 'guildhall-bench-test-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await fillWithRecords(database.url, { large: 400, largeInvoices: 400, small: 200, smallTenants: 1 }, quiet)
    const plan = {
      seconds: 0.1,
      rounds: 1,
      connections: 4,
      workloads: [...workloads],
      growth: workloads.length > 1,
      // Each measurement of traces starts servers of its own.
      traces: workloads.length === WORKLOAD_NAMES.length,
      idleSeconds: 0,
    }

    const measured = await runBench({ url: database.url, folder, product: [builtProgram('main')] }, plan, quiet)

    expect(measured.rows.map(({ workload }) => workload)).toEqual(workloads)
    for (const { cells } of [...measured.rows, ...measured.growth, ...measured.traces])
      for (const cell of Object.values(cells)) expect(cell.rate).toBeGreaterThan(0)
    expect(measured.contacts.large).toBeGreaterThan(measured.contacts.small)
    const report = describeMeasurements(measured)
    for (const name of workloads) expect(report).toContain(`\n${name} `)
  }, 900_000)
}
