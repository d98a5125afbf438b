import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYNC_LEDGER } from '#areas/finance/ledger-settings/sync/sync.model'
import { ledgerSync } from '#areas/finance/ledger-settings/sync/sync.subscriber'
import { systemScope } from '#kernel/outbox/deliver'
import { withRows } from '#kernel/tenancy/tenant-db'
import { mapEmbedded, type Office, openSyncBench, type SyncBench } from '#test/support/finance/ledger-sync'
import { runJobs } from '#test/support/jobs/run-jobs'

let bench: SyncBench
beforeAll(async () => {
  bench = await openSyncBench({ isOnline: false })
})
afterAll(() => bench.close())

test('the embedded ledger has the same documents as the books, to the cent', async () => {
  const office = await bench.office()
  await mapEmbedded(office, bench.server)
  const first = await office.invoice([{ FeeItemId: office.dues, Quantity: 3 }])
  const second = await office.invoice()
  await office.post('/api/finance/payments/0', {
    ContactId: office.contactId,
    Amount: 250.5,
    PaymentTypeId: 2,
    Applications: [{ InvoiceId: first.InvoiceId }],
  })
  await office.sync()
  await office.post(`/api/finance/invoices/${second.InvoiceId}/void`, { AuditId: second.AuditId })
  await office.sync()
  const rows = await bench.server.database.system.embeddedLedgerDocument.findMany({
    where: { tenantId: office.caller.tenant.id },
    orderBy: { id: 'asc' },
  })
  expect(rows.map(({ kind, number, total, isVoid }) => [kind, number, Number(total), isVoid])).toEqual([
    ['invoice', 'INV-1', 300, false],
    ['invoice', 'INV-2', 0, true],
    ['payment', 'PAY-1', 250.5, false],
  ])
  expect((await office.log()).map(({ Status }) => Status)).toEqual(['Succeeded', 'Succeeded', 'Succeeded', 'Succeeded'])
})

test('a customer that does not exist is named, also when a document is changed', async () => {
  const office = await bench.office()
  await mapEmbedded(office, bench.server)
  const sent = await office.invoice()
  await office.sync()
  await office.post(`/api/integrations/contacts/${office.contactId}/ldg/mapping/9999`, {})
  await office.post(`/api/finance/invoices/${sent.InvoiceId}`, { AuditId: sent.AuditId, DueDate: '2026-12-31' })
  await office.invoice()
  await office.sync()
  const failure = { Status: 'Failed', Message: expect.stringContaining('There is no customer with the id 9999.') }
  expect((await office.log()).slice(1)).toMatchObject([failure, failure])
  // Without the wrong id, the customer of the contact is used again.
  await office.caller.delete(`/api/integrations/contacts/${office.contactId}/ldg/mapping`)
  await office.invoice()
  await office.sync()
  expect((await office.log()).at(-1)).toMatchObject({ Status: 'Succeeded' })
  const { system } = bench.server.database
  const where = { tenantId: office.caller.tenant.id }
  expect(await system.embeddedLedgerRecord.count({ where: { ...where, kind: 'customer' } })).toBe(1)
})

describe('a document whose period is closed', () => {
  const close = (office: Office) => office.api.install({ ClosedPeriodEnabled: true, SetupClosedPeriod: '2026-06-30' })
  const documents = async (office: Office) => {
    const where = { tenantId: office.caller.tenant.id }
    const rows = await bench.server.database.system.embeddedLedgerDocument.findMany({ where, orderBy: { id: 'asc' } })
    return rows.map(({ kind, number, total, datedOn, isVoid }) => [
      ...[kind, number, Number(total), datedOn.toISOString().slice(0, 10), isVoid],
    ])
  }
  const last = async (office: Office) => (await office.log()).at(-1)
  const early = { IssuedDate: '2026-06-20', DueDate: '2026-07-20' }

  test('is taken back by a document of the day of its void', async () => {
    const office = await bench.office()
    await mapEmbedded(office, bench.server)
    const line = { FeeItemId: office.dues, Quantity: 1 }
    const invoice = await office.invoice([line], early)
    const { ContactId } = invoice
    const paid = { ContactId, Amount: 40, PaymentTypeId: 2, ReceivedDate: '2026-06-21' }
    const payment = await office.post('/api/finance/payments/0', paid)
    const credit = await office.post('/api/finance/credits/0', { ContactId, IssuedDate: '2026-06-22', Lines: [line] })
    await office.sync()
    await close(office)
    for (const [path, { AuditId }] of [
      [`invoices/${invoice.InvoiceId}`, invoice],
      [`payments/${payment.PaymentId}`, payment],
      [`credits/${credit.CreditId}`, credit],
    ] as const)
      await office.post(`/api/finance/${path}/void`, { AuditId, Date: '2026-11-20' })
    await office.sync()
    expect(await documents(office)).toEqual([
      ['invoice', 'INV-1', 100, '2026-06-20', false],
      ['payment', 'PAY-1', 40, '2026-06-21', false],
      ['creditMemo', 'CR-1', 100, '2026-06-22', false],
      ['creditMemo', 'INV-1-VOID', 100, '2026-11-20', false],
      ['refund', 'PAY-1-VOID', 40, '2026-11-20', false],
      ['invoice', 'CR-1-VOID', 100, '2026-11-20', false],
    ])
    expect((await office.log()).slice(3).map(({ Status }) => Status)).toEqual(['Succeeded', 'Succeeded', 'Succeeded'])
  })

  test('keeps its due date in the ledger, which is no failure', async () => {
    const office = await bench.office()
    await mapEmbedded(office, bench.server)
    const { InvoiceId, AuditId } = await office.invoice([{ FeeItemId: office.dues, Quantity: 1 }], early)
    await office.sync()
    await close(office)
    await office.post(`/api/finance/invoices/${InvoiceId}`, { AuditId, DueDate: '2026-08-20' })
    await office.sync()
    expect(await last(office)).toMatchObject({ Status: 'Skipped', Message: expect.stringContaining('posts nothing') })
  })
})

test('documents that wait are sent when the module is switched on again', async () => {
  const office = await bench.office()
  await mapEmbedded(office, bench.server)
  const { tenant } = office.caller
  const { app, database } = bench.server
  const set = (AuditId: number, LedgerModuleIsEnabled: boolean) =>
    office.post('/api/settings/tenant', { AuditId, LedgerModuleIsEnabled })
  await set(1, false)
  await office.invoice()
  await office.sync()
  await runJobs(bench.server, SYNC_LEDGER)
  expect((await office.log())[0]).toMatchObject({ Status: 'Pending' })
  await set(2, true)
  const where = { tenantId: tenant.id, kind: 'tenantsettings.updated' }
  const event = await database.system.outboxEvent.findFirstOrThrow({ where, orderBy: { id: 'desc' } })
  expect(ledgerSync.kinds).toContain(event.kind)
  expect(await ledgerSync.filter?.(withRows(database.system), [event])).toHaveLength(1)
  const scope = await systemScope({ database, clock: bench.clock, log: app.log }, tenant.id)
  await scope.db.transaction((tx) => ledgerSync.handle(scope, tx, event))
  await runJobs(bench.server, SYNC_LEDGER)
  expect((await office.log())[0]).toMatchObject({ Status: 'Succeeded' })
})

test('a counterpart that became inactive in the ledger is named as the reason', async () => {
  const office = await bench.office()
  await mapEmbedded(office, bench.server)
  const where = { tenantId: office.caller.tenant.id, kind: 'item' }
  await bench.server.database.system.embeddedLedgerRecord.updateMany({ where, data: { isActive: false } })
  await office.invoice()
  await office.sync()
  expect((await office.log())[0]).toMatchObject({ Status: 'Failed', Message: expect.stringContaining('inactive') })
})
