import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addExecutions } from '#areas/finance/ledger-settings/sync/executions.service'
import { systemScope } from '#kernel/outbox/deliver'
import { type Office, openSyncBench, type SyncBench } from '#test/support/finance/ledger-sync'
import { fault } from '#test/support/finance/online-ledger-documents'
import type { Json } from '#test/support/people/contact-parts'
import {
  moveToNextAttempt,
  readLastEntry,
  syncAgain,
  testLostRequests,
  testRejections,
  UNAVAILABLE,
} from './fault-cases.ts'

let bench: SyncBench
beforeAll(async () => {
  bench = await openSyncBench()
})
afterAll(() => bench.close())

describe('a fault of the ledger', () => {
  testLostRequests(
    () => bench,
    [
      ['is created although the response is lost', '/invoice', 'reset-after', UNAVAILABLE],
      [
        'is rejected because of too many requests',
        '/invoice',
        { status: 429 },
        'The ledger accepts no more requests at the moment. Try again in a minute.',
      ],
    ],
  )

  test('a credit whose use was not confirmed and that is taken back is used once or not at all', async () => {
    const office = await bench.office()
    const { ContactId, InvoiceId } = await office.invoice()
    const Lines = [{ FeeItemId: office.dues, Quantity: 0.4 }]
    const credit = await office.post('/api/finance/credits/0', { ContactId, Lines, Applications: [{ InvoiceId }] })
    bench.ledger.next('/payment?', 'reset-after')
    await office.sync()
    await office.post(`/api/finance/credits/${credit.CreditId}/unapply`, { AuditId: credit.AuditId, InvoiceId })
    bench.ledger.forgetRequests()
    moveToNextAttempt(bench)
    await office.sync()
    expect(office.documents('Payment').map(({ isVoid }) => isVoid)).toEqual([true])
  })

  test('a document that was created with a lost response and then voided is void in the ledger', async () => {
    const office = await bench.office()
    const { InvoiceId, AuditId } = await office.invoice()
    bench.ledger.next('/invoice', 'reset-after')
    await office.sync()
    await office.post(`/api/finance/invoices/${InvoiceId}/void`, { AuditId })
    moveToNextAttempt(bench)
    await office.sync()
    expect(office.documents('Invoice').map(({ isVoid }) => isVoid)).toEqual([true])
  })

  test('a document that was changed in the ledger is read again once', async () => {
    const office = await bench.office()
    const { InvoiceId, AuditId } = await office.invoice()
    await office.sync()
    const [row] = bench.ledger
      .documents()
      .filter(({ body }) => body.CustomerRef !== undefined)
      .slice(-1)
    if (row) row.SyncToken = '5'
    await office.post(`/api/finance/invoices/${InvoiceId}/void`, { AuditId })
    await office.sync()
    expect(office.documents('Invoice').map(({ isVoid }) => isVoid)).toEqual([true])
  })

  testRejections(
    () => bench,
    [['6140', 'The ledger already has another document with this number. Change the number there.']],
  )

  test('an access that was revoked keeps the documents until the ledger is connected again', async () => {
    const office = await bench.office()
    await office.invoice()
    bench.ledger.revokeAll()
    await office.sync()
    expect((await office.api.settings()).LdgIsEnabled).toBe(false)
    expect((await readLastEntry(office))[0]).toBe('Pending')
    const { Location } = await office.api.connect()
    const company = `77${office.caller.tenant.id}`
    await bench.server.app.inject({ url: bench.ledger.grant(String(Location), company) })
    moveToNextAttempt(bench)
    await office.sync()
    expect((await readLastEntry(office))[0]).toBe('Succeeded')
  })
})

describe('the rules of the sync', () => {
  const unmap = (office: Office, path: string) =>
    office.post(`/api/ledgersettings/settings/ledgeronline/${path}`, { Mappings: null })

  test('names the record that has no counterpart', async () => {
    const office = await bench.office()
    const failure = async (work: () => Promise<unknown>) => {
      await work()
      await office.sync()
      return (await readLastEntry(office))[2]
    }
    const line = { FeeItemId: office.dues, Quantity: 1 }
    for (const path of [
      'discountmapping',
      'taxmapping',
      'feeitemmapping',
      'paymenttypemapping',
      'writeoffaccountmapping',
    ])
      await unmap(office, path)
    expect(await failure(() => office.invoice([{ ...line, DiscountId: office.discount }]))).toBe(
      'Map the discount "Early bird" to a discount of the ledger.',
    )
    const both = { ...line, DiscountId: office.discount, TaxSetId: office.taxSet }
    expect(await failure(() => office.invoice([both, both]))).toBe(
      'Map the discount "Early bird" to a discount of the ledger. Map the tax set "State tax" to a tax code of the ledger.',
    )
    expect(await failure(() => office.invoice([{ ...line, TaxSetId: office.taxSet }]))).toBe(
      'Map the tax set "State tax" to a tax code of the ledger.',
    )
    // The item of the ledger that is posted to the counterpart of the account.
    expect(await failure(() => office.invoice())).toBe('Sent to the ledger.')
    const paid = { ContactId: office.contactId, Amount: 5, PaymentTypeId: 2 }
    expect(await failure(() => office.post('/api/finance/payments/0', paid))).toBe(
      'Map the payment type "Check" to a payment method of the ledger.',
    )
    const { InvoiceId } = await office.invoice()
    const written = await failure(() => office.post('/api/finance/writeoffs/0', { InvoiceId }))
    expect(written).toMatch(/^Map the income account ".*" to an item of the ledger\.$/)
    await unmap(office, 'accountmapping')
    expect(await failure(() => office.invoice())).toMatch(
      /^Map the account ".*" to an account of the ledger, or the fee item "Annual dues" to an item\.$/,
    )
    const { Mappings } = await office.api.get('getAccountMapping', 'ledgeronline/accountmapping')
    const toChecking = (Mappings as Json[]).map(({ ServiceId }) => ({ ServiceId, LedgerId: '2' }))
    await office.api.post('saveAccountMapping', 'ledgeronline/accountmapping', { Mappings: toChecking })
    expect(await failure(() => office.invoice())).toMatch(/^The account ".*" is mapped to "Checking", which no item/)
  })

  test('adds one execution for changes of a document that arrive at the same time', async () => {
    const office = await bench.office()
    const { InvoiceId } = await office.invoice()
    const scope = await systemScope(
      { database: bench.server.database, clock: bench.clock, log: bench.server.app.log },
      office.caller.tenant.id,
    )
    const own = { kind: 'invoice' as const, documentId: Number(InvoiceId), number: 1, contactId: office.contactId }
    await Promise.all(Array.from({ length: 4 }, () => scope.db.transaction((tx) => addExecutions(scope, tx, [own]))))
    expect(await office.log()).toHaveLength(1)
  })

  test('sends nothing with a date in the closed period until it is opened', async () => {
    const office = await bench.office()
    await office.invoice([{ FeeItemId: office.dues, Quantity: 1 }], { IssuedDate: '2026-06-30', DueDate: '2026-07-30' })
    const period = (ClosedPeriodEnabled: boolean) =>
      office.api.install({ ClosedPeriodEnabled, SetupClosedPeriod: '2026-06-30' })
    await period(true)
    await office.sync()
    expect((await readLastEntry(office))[2]).toBe(
      'INV-1 is dated 2026-06-30, in the period that is closed until 2026-06-30. Open the period: then it is sent again.',
    )
    expect(office.documents('Invoice')).toEqual([])
    await period(false)
    await office.sync()
    expect(office.documents('Invoice')).toHaveLength(1)
  })

  test('collects documents while it is off, and sends the invoices of a payment first', async () => {
    const office = await bench.office()
    await office.api.post('saveLedgerSettings', 'ledgeronline', { EnableLdg: false })
    const { InvoiceId } = await office.invoice()
    await office.sync()
    expect(office.documents('Invoice')).toEqual([])
    await office.api.post('saveLedgerSettings', 'ledgeronline', { EnableLdg: true })
    bench.ledger.next('/invoice', { status: 400, body: fault('610', 'Inactive') })
    const Applications = [{ InvoiceId }]
    await office.post('/api/finance/payments/0', {
      ContactId: office.contactId,
      Amount: 100,
      PaymentTypeId: 2,
      Applications,
    })
    await office.sync()
    expect((await office.log()).map(({ DocumentNumber, Status }) => [DocumentNumber, Status])).toEqual([
      ['INV-1', 'Failed'],
      ['PAY-1', 'Succeeded'],
    ])
    expect(office.documents('Invoice')).toHaveLength(1)
    await syncAgain(office)
    await office.sync()
    expect((await office.log())[0]).toMatchObject({ Status: 'Skipped' })
  })
})
