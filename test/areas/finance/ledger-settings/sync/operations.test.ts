import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerLogRetention } from '#areas/finance/ledger-settings/sync/sync.job'
import { figures } from '#areas/joined'
import { createMetrics } from '#kernel/metrics/metrics'
import { type Office, openSyncBench, type SyncBench } from '#test/support/finance/ledger-sync'

// Its own database: metrics and retention cover all tenants.
let bench: SyncBench
let office: Office
beforeAll(async () => {
  bench = await openSyncBench({ isOwn: true })
  office = await bench.office()
})
afterAll(() => bench.close())

const DAY = 86_400_000

/** Adds an execution that was changed so many days ago. */
const add = async (documentId: number, status: string, days: number) => {
  const at = new Date(bench.clock.now().getTime() - days * DAY)
  const own = { tenantId: office.caller.tenant.id, kind: 'invoice', documentId, status, message: 'Map the account.' }
  const settledAt = status === 'Pending' ? null : at
  await bench.server.database.system.ledgerExecution.create({ data: { ...own, createdAt: at, settledAt } })
}
const left = async () => {
  const where = { tenantId: office.caller.tenant.id, kind: 'invoice' }
  const rows = await bench.server.database.system.ledgerExecution.findMany({ where, orderBy: { id: 'asc' } })
  return rows.map(({ documentId, status }) => [documentId, status])
}

test('the metrics count what waits for connected ledgers, and the failures that were not repaired', async () => {
  const shown = async () => {
    const text = await createMetrics(bench.server.database, figures).registry.metrics()
    const names = ['ledger_documents_waiting', 'ledger_documents_failed', 'ledger_oldest_document_seconds']
    return names.map((name) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]))
  }
  await add(901, 'Failed', 500)
  await add(902, 'Failed', 500)
  await add(902, 'Succeeded', 499)
  await add(903, 'Pending', 400)
  const [waiting, failed, seconds = 0] = await shown()
  expect([waiting, failed]).toEqual([1, 1])
  expect(seconds).toBeGreaterThan(86_400)
  await office.api.post('saveLedgerSettings', 'ledgeronline', { EnableLdg: false })
  expect(await shown()).toEqual([0, 0, 0])
})

test('the retention deletes old entries of the log, but no failure that waits for its repair', async () => {
  await add(904, 'Skipped', 364)
  await add(905, 'Failed', 400)
  // The failure has ended later than its repair.
  await add(906, 'Failed', 10)
  await add(906, 'Succeeded', 400)
  const context = { database: bench.server.database, clock: bench.clock, log: bench.server.app.log }
  for (let round = 0; round < 2; round++) await ledgerLogRetention(365).task(context, {})
  expect(await left()).toEqual([
    [901, 'Failed'],
    [903, 'Pending'],
    [904, 'Skipped'],
    [905, 'Failed'],
    [906, 'Failed'],
    [906, 'Succeeded'],
  ])
})
