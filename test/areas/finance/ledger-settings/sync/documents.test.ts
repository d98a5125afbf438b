import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Office, openSyncBench, type SyncBench } from '#test/support/finance/ledger-sync'

let bench: SyncBench
let office: Office
beforeAll(async () => {
  bench = await openSyncBench()
  office = await bench.office()
})
afterAll(() => bench.close())

const statuses = async (from: Office) =>
  (await from.log()).map(({ DocumentNumber, Status }) => [DocumentNumber, Status])

describe('the sync with the online ledger', () => {
  test('sends an invoice with its lines, discount and tax, and the customer once', async () => {
    const { Invoice } = {
      Invoice: await office.invoice([
        { FeeItemId: office.dues, Quantity: 2, DiscountId: office.discount, TaxSetId: office.taxSet },
        { FeeItemId: office.workshop, Quantity: 1 },
      ]),
    }
    await office.invoice()
    await office.sync()
    const [first] = office.documents('Invoice')
    const [customer] = office.documents('Customer')
    expect(office.documents('Customer')).toHaveLength(1)
    expect(customer?.DisplayName).toBe(`Ada Byron (${office.contactId})`)
    expect(first).toMatchObject({
      DocNumber: Invoice.DisplayNumber,
      TxnDate: '2026-11-20',
      DueDate: '2026-12-20',
      CustomerRef: { value: customer?.Id },
      TxnTaxDetail: { TotalTax: 14.85 },
      isVoid: false,
    })
    expect(first?.Line).toMatchObject([
      {
        Amount: 200,
        SalesItemLineDetail: {
          ItemRef: { value: '20' },
          ClassRef: { value: '10' },
          TaxCodeRef: { value: '40' },
          Qty: 2,
        },
      },
      { Amount: 100, SalesItemLineDetail: { ItemRef: { value: '21' } } },
      { Amount: 20, DiscountLineDetail: { DiscountAccountRef: { value: '4' } } },
    ])
    expect(await statuses(office)).toEqual([
      ['INV-1', 'Succeeded'],
      ['INV-2', 'Succeeded'],
    ])
    const [row] = await office.log()
    expect(row).toMatchObject({ LedgerId: first?.Id, Message: 'Sent to the ledger.', LogMessageLevel: 'Information' })
    const base = await office.api.get('getLedgerBase', 'ledgeronlinebase')
    expect(base.LastSync).toBe('2026-11-20T10:00:00.000Z')
  })

  test('sends a second discount as a line of an item that is posted to its account', async () => {
    const one = await bench.office()
    const given = { Name: 'Welcome', DiscountTypeId: 2, DiscountAmount: 15 }
    const { DiscountId } = await one.post('/api/finance/discounts/0', given)
    bench.ledger.rows('Account').push({ Id: '5', Name: 'Welcome', AccountSubType: 'DiscountsRefundsGiven' })
    await one.api.post('saveDiscountMapping', 'ledgeronline/discountmapping', {
      Mappings: [
        { ServiceId: String(one.discount), LedgerId: '4' },
        { ServiceId: String(DiscountId), LedgerId: '5' },
      ],
    })
    await one.invoice([
      { FeeItemId: one.dues, Quantity: 1, DiscountId: one.discount },
      { FeeItemId: one.workshop, Quantity: 1, DiscountId },
    ])
    await one.sync()
    expect((await one.log())[0]).toMatchObject({
      Status: 'Failed',
      Message:
        'Create an item in the ledger that is posted to the counterpart of the discount "Welcome": a document of the ledger can have one discount, and the others are lines.',
    })
    bench.ledger.rows('Item').push({ Id: '23', Name: 'Welcome', IncomeAccountRef: { value: '5' } })
    const failed = (await one.log())[0]
    await one.post(`/api/logs/runledgertransactionsync/${failed?.ExecutionId}`, {})
    await one.sync()
    expect(one.documents('Invoice')[0]?.Line).toMatchObject([
      { Amount: 100 },
      { Amount: 100 },
      { Amount: -15, Description: 'Welcome', SalesItemLineDetail: { ItemRef: { value: '23' } } },
      { Amount: 10, DiscountLineDetail: { DiscountAccountRef: { value: '4' } } },
    ])
  })

  test('sends a payment with the invoices that it pays, and its changes', async () => {
    const one = await bench.office()
    const first = await one.invoice()
    const second = await one.invoice()
    const paid = await one.post('/api/finance/payments/0', {
      ContactId: one.contactId,
      Amount: 150,
      PaymentTypeId: 2,
      Applications: [{ InvoiceId: first.InvoiceId }],
    })
    await one.sync()
    const idOf = (number: unknown) => one.documents('Invoice').find(({ DocNumber }) => DocNumber === number)?.Id
    const linked = (number: unknown, Amount: number) => ({
      Amount,
      LinkedTxn: [{ TxnId: idOf(number), TxnType: 'Invoice' }],
    })
    const payment = () => one.documents('Payment')
    expect(payment()).toMatchObject([
      { PaymentRefNum: 'PAY-1', TotalAmt: 150, PaymentMethodRef: { value: '30' }, Line: [linked('INV-1', 100)] },
    ])
    await one.post(`/api/finance/payments/${paid.PaymentId}/apply`, {
      AuditId: paid.AuditId,
      Applications: [{ InvoiceId: second.InvoiceId, Amount: 50 }],
    })
    await one.sync()
    expect(payment()).toMatchObject([{ TotalAmt: 150, Line: [linked('INV-1', 100), linked('INV-2', 50)] }])
  })

  test('sends a credit, a write-off and a refund, so that they balance in the ledger', async () => {
    const one = await bench.office()
    const first = await one.invoice()
    const second = await one.invoice()
    await one.post('/api/finance/credits/0', {
      ContactId: one.contactId,
      Lines: [{ FeeItemId: one.dues, Quantity: 0.4 }],
      Applications: [{ InvoiceId: first.InvoiceId }],
    })
    await one.post('/api/finance/writeoffs/0', { InvoiceId: second.InvoiceId })
    const paid = await one.post('/api/finance/payments/0', { ContactId: one.contactId, Amount: 30, PaymentTypeId: 2 })
    await one.post('/api/finance/refunds/0', { PaymentId: paid.PaymentId, Amount: 30, AccountId: one.bank })
    await one.sync()
    expect(await statuses(one)).toContainEqual(['REF-1', 'Failed'])
    const failed = (await one.log()).find(({ Status }) => Status === 'Failed')
    expect(failed?.Message).toBe('Map the account "Checking account" to an account of the ledger.')
    await one.mapBank()
    await one.post(`/api/logs/runledgertransactionsync/${failed?.ExecutionId}`, {})
    await one.sync()
    expect(one.documents('Purchase')).toMatchObject([
      { DocNumber: 'REF-1', AccountRef: { value: '2' }, Line: [{ Amount: 30 }] },
    ])
    const memos = one.documents('CreditMemo')
    expect(memos).toMatchObject([
      { DocNumber: 'CR-1', Line: [{ Amount: 40, SalesItemLineDetail: { ItemRef: { value: '20' } } }] },
      { DocNumber: 'WO-1', Line: [{ Amount: 100, SalesItemLineDetail: { ItemRef: { value: '22' } } }] },
    ])
    const uses = one.documents('Payment').filter(({ TotalAmt }) => TotalAmt === 0)
    expect(uses).toMatchObject([
      { Line: [{ Amount: 40 }, { Amount: 40, LinkedTxn: [{ TxnId: memos[0]?.Id, TxnType: 'CreditMemo' }] }] },
      { Line: [{ Amount: 100 }, { Amount: 100, LinkedTxn: [{ TxnId: memos[1]?.Id, TxnType: 'CreditMemo' }] }] },
    ])
  })

  test('voids what was voided, and does not send what was void before', async () => {
    const one = await bench.office()
    const sent = await one.invoice()
    const early = await one.invoice()
    const voided = (document: { InvoiceId?: unknown; AuditId?: unknown }) =>
      one.post(`/api/finance/invoices/${document.InvoiceId}/void`, { AuditId: document.AuditId })
    await voided(early)
    await one.sync()
    await voided(sent)
    await one.sync()
    expect(one.documents('Invoice').map(({ DocNumber, isVoid }) => [DocNumber, isVoid])).toEqual([['INV-1', true]])
    expect((await one.log()).map(({ DocumentNumber, Message }) => [DocumentNumber, Message])).toEqual([
      ['INV-1', 'Sent to the ledger.'],
      ['INV-2', 'The document was void before it was sent.'],
      ['INV-1', 'Voided in the ledger.'],
    ])
  })
})
