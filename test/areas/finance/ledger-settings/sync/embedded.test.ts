import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Office, openSyncBench, type SyncBench } from '#test/support/api/ledger-sync'

let bench: SyncBench
beforeAll(async () => {
  bench = await openSyncBench({ isOnline: false })
})
afterAll(() => bench.close())

/** Maps every record to the first record of the embedded ledger that is offered for it. */
const mapAll = async ({ api }: Office): Promise<void> => {
  const screens = [
    ['Account', 'accountmapping', 'LdgAccountId', 'ldgaccounts', 'listLedgerAccounts'],
    ['FeeItem', 'feeitemmapping', 'LdgItemId', 'ldgfeeitems', 'listLedgerFeeItems'],
    [
      'PaymentType',
      'paymenttypemapping',
      'LdgPaymentMethodId',
      'ldgpaymentmethodsfortypes',
      'listLedgerPaymentMethodsForTypes',
    ],
  ]
  for (const [name = '', path = '', idField = '', list = '', operation = ''] of screens) {
    const [first] = await api.get(operation, `ledgeronline/${path}/${list}`)
    const { Mappings } = await api.get(`get${name}Mapping`, `ledgeronline/${path}`)
    const mapped = (Mappings as { ServiceId: string }[]).map(({ ServiceId }) => ({
      ServiceId,
      LedgerId: first?.[idField],
    }))
    await api.post(`save${name}Mapping`, `ledgeronline/${path}`, { Mappings: mapped })
  }
}

test('the embedded ledger has the same documents as the books, to the cent', async () => {
  const office = await bench.office()
  await mapAll(office)
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
  await mapAll(office)
  const where = { tenantId: office.caller.tenant.id, kind: 'item' }
  await bench.server.database.system.embeddedLedgerRecord.updateMany({ where, data: { isActive: false } })
  await office.invoice()
  await office.sync()
  expect((await office.log())[0]).toMatchObject({ Status: 'Failed', Message: expect.stringContaining('inactive') })
})
