import { afterAll, beforeAll, expect, test } from 'vitest'
import { mapEmbedded, openSyncBench, type SyncBench } from '#test/support/api/ledger-sync'

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
    ...{ ContactId: office.contactId, Amount: 250.5, PaymentTypeId: 2 },
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

test('a counterpart that became inactive in the ledger is named as the reason', async () => {
  const office = await bench.office()
  await mapEmbedded(office, bench.server)
  const where = { tenantId: office.caller.tenant.id, kind: 'item' }
  await bench.server.database.system.embeddedLedgerRecord.updateMany({ where, data: { isActive: false } })
  await office.invoice()
  await office.sync()
  expect((await office.log())[0]).toMatchObject({ Status: 'Failed', Message: expect.stringContaining('inactive') })
})
