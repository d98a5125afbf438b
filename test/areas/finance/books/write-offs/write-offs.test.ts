import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, expectBalanced, openBooks } from '#test/support/finance/documents'

let api: BooksApi
let contact: number
beforeAll(async () => {
  api = await openBooks()
  contact = await api.person()
})
afterAll(async () => {
  await expectBalanced(api)
  await api.server.close()
})

describe('POST /api/finance/writeoffs/{writeOffId} (saveWriteOff)', () => {
  test('divides the amount among accounts, tax and shipping in proportion', async () => {
    const rates = [{ Name: 'Tax', Percent: 10 }]
    const set = await api.body(api.caller.post('/api/finance/taxsets/0', { Name: 'Tax', Rates: rates }))
    const dues = await api.account('membership-income')
    const shipping = await api.account('shipping-income')
    const line = { Description: 'Dues', UnitPrice: 60, AccountId: dues, TaxSetId: set.TaxSetId }
    const Lines = [line, { Description: 'Fee', UnitPrice: 20, AccountId: shipping }]
    const InvoiceId = await api.create('invoices', { ContactId: contact, ShippingAmount: 14, Lines })
    const id = await api.create('writeoffs', { InvoiceId, Amount: 50, Notes: 'Moved away' })
    const writeOff = await api.get('writeoffs', id)
    expect(writeOff).toMatchObject({
      DisplayNumber: 'WO-1',
      InvoiceNumber: 'INV-1',
      Total: 50,
      Tax: 3,
      Notes: 'Moved away',
    })
    expect(writeOff.Lines).toMatchObject([
      { Description: 'Dues', Amount: 30, TaxAmount: 3, AccountId: dues },
      { Description: 'Fee', Amount: 10, TaxAmount: 0 },
      { Description: 'Shipping', Amount: 7, AccountId: shipping },
    ])
    expect(await api.journal('writeoff', id)).toEqual([
      ['bad-debt', 47],
      ['sales-tax', 3],
      ['receivable', -50],
    ])
    expect(await api.get('invoices', InvoiceId)).toMatchObject({
      Balance: 50,
      WrittenOff: 50,
      Applications: [{ SourceKind: 'writeoff', SourceNumber: 'WO-1', Amount: 50 }],
      Actions: ['view', 'edit', 'pay', 'writeoff'],
    })
    expect(await api.refuse(`invoices/${InvoiceId}/void`, {})).toEqual([409, 'written-off'])
    expect(await api.refuse('writeoffs/0', { InvoiceId, Amount: 50.01 })).toEqual([422, 'overpaid', '/Amount'])
    expect(await api.refuse('writeoffs/0', { InvoiceId: null })).toEqual([422, 'books-rule', '/InvoiceId'])
    await api.create('writeoffs', { InvoiceId })
    expect(await api.refuse('writeoffs/0', { InvoiceId })).toEqual([409, 'invoice-paid'])
    await api.body(api.caller.post(`/api/finance/writeoffs/${id}`, { AuditId: 1, Notes: null }))
    expect(await api.get('writeoffs', id)).toMatchObject({ AuditId: 2, Notes: null })
  })
})

describe('POST /api/finance/writeoffs/{writeOffId}/void (voidWriteOff)', () => {
  test('makes the amount open again on the invoice', async () => {
    const InvoiceId = await api.invoice(contact, 8)
    const id = await api.create('writeoffs', { InvoiceId })
    const list = (filter: string) =>
      api.body(api.caller.get(`/api/finance/invoices?$filter=InvoiceId eq ${InvoiceId} and ${filter}`))
    const writtenOff = { Status: 'Paid', Balance: 0, WrittenOff: 8 }
    expect((await list("Status eq 'Paid' and WrittenOff gt 0")).Results).toMatchObject([writtenOff])
    expect(await api.take('writeoffs', id, 'void')).toMatchObject({ Status: 'Void', Actions: ['view'] })
    expect(await api.get('invoices', InvoiceId)).toMatchObject({ Balance: 8, WrittenOff: 0, Status: 'Open' })
    expect(await api.refuse(`writeoffs/${id}/void`, {})).toEqual([409, 'document-void'])
  })
})

describe('GET /api/finance/writeoffs (listWriteOffs)', () => {
  test('lists write-offs, and returns 404 for another tenant', async () => {
    const page = await api.body(
      api.caller.get("/api/finance/writeoffs?$filter=InvoiceNumber eq 'INV-1'&$orderby=Number"),
    )
    const [first] = page.Results as { WriteOffId: number; Number: number }[]
    expect(page.TotalRecordAvailable).toBe('2')
    const theirs = await api.server.tenant()
    expect((await theirs.get(`/api/finance/writeoffs/${first?.WriteOffId}`)).statusCode).toBe(404)
  })
})

describe('GET /api/finance/writeoffs/{writeOffId} (getWriteOff)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const page = await api.body(api.caller.get('/api/finance/writeoffs?$top=1'))
    const [first] = page.Results as { WriteOffId: number }[]
    const theirs = await api.server.tenant()
    expect((await theirs.get(`/api/finance/writeoffs/${first?.WriteOffId}`)).statusCode).toBe(404)
  })
})
