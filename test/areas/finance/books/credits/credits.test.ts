import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, expectBalanced, openBooks } from '#test/support/finance/documents'

let api: BooksApi
let contact: number
let income: number
beforeAll(async () => {
  api = await openBooks()
  contact = await api.person()
  income = await api.account('membership-income')
})
afterAll(async () => {
  await expectBalanced(api)
  await api.server.close()
})

const credit = (UnitPrice: number, more: object = {}) =>
  api.create('credits', { ContactId: contact, Lines: [{ Description: 'Back', UnitPrice, AccountId: income }], ...more })

describe('POST /api/finance/credits/{creditId} (saveCredit)', () => {
  test('posts the opposite of an invoice, and settles what it is applied to', async () => {
    const invoice = await api.invoice(contact, 25)
    const id = await credit(40, { Applications: [{ InvoiceId: invoice }] })
    expect(await api.get('credits', id)).toMatchObject({
      DisplayNumber: 'CR-1',
      Total: 40,
      OpenAmount: 15,
      Lines: [{ Amount: 40 }],
      Applications: [{ InvoiceId: invoice, SourceKind: 'credit', Amount: 25 }],
    })
    expect((await api.get('invoices', invoice)).Status).toBe('Paid')
    expect(await api.journal('credit', id)).toEqual([
      ['receivable', -40],
      ['membership-income', 40],
    ])
    await api.body(api.caller.post(`/api/finance/credits/${id}`, { AuditId: 1, Notes: 'Goodwill' }))
    expect(await api.get('credits', id)).toMatchObject({ AuditId: 2, Notes: 'Goodwill' })
    expect(await api.refuse('credits/0', { ContactId: contact })).toEqual([422, 'books-rule', '/Lines'])
  })
})

describe('POST /api/finance/credits/{creditId}/apply (applyCredit)', () => {
  test('applies more of the open amount', async () => {
    const id = await credit(30)
    const invoice = await api.invoice(contact, 20)
    expect(await api.take('credits', id, 'apply', { Applications: [{ InvoiceId: invoice }] })).toMatchObject({
      OpenAmount: 10,
      Actions: ['view', 'edit', 'unapply', 'refund', 'void'],
    })
  })
})

describe('POST /api/finance/credits/{creditId}/unapply (unapplyCredit)', () => {
  test('makes the amount open again', async () => {
    const id = await credit(30)
    const invoice = await api.invoice(contact, 20)
    await api.take('credits', id, 'apply', { Applications: [{ InvoiceId: invoice }] })
    expect(await api.take('credits', id, 'unapply', { InvoiceId: invoice })).toMatchObject({ OpenAmount: 30 })
  })
})

describe('POST /api/finance/credits/{creditId}/void (voidCredit)', () => {
  test('takes its applications back', async () => {
    const id = await credit(30)
    const invoice = await api.invoice(contact, 20)
    await api.take('credits', id, 'apply', { Applications: [{ InvoiceId: invoice, Amount: 5 }] })
    expect(await api.take('credits', id, 'void')).toMatchObject({ Status: 'Void', OpenAmount: 0, Applications: [] })
    expect((await api.get('invoices', invoice)).Balance).toBe(20)
    expect(await api.refuse(`credits/${id}/unapply`, { InvoiceId: invoice })).toEqual([409, 'document-void'])
  })
})

describe('GET /api/finance/credits/{creditId} (getCredit)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const id = await credit(2)
    expect((await (await api.server.tenant()).get(`/api/finance/credits/${id}`)).statusCode).toBe(404)
  })
})

describe('GET /api/finance/credits (listCredits)', () => {
  test('lists the latest credit first', async () => {
    const id = await credit(2)
    const page = await api.body(api.caller.get('/api/finance/credits?$top=1'))
    expect(page.Results).toMatchObject([{ CreditId: id, Status: 'Open' }])
  })
})
