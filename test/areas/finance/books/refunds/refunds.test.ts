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

describe('POST /api/finance/refunds/{refundId} (saveRefund)', () => {
  test('gives back what is neither applied nor refunded of a payment, from its account', async () => {
    const invoice = await api.invoice(contact, 60)
    const payment = await api.create('payments', {
      ContactId: contact,
      Amount: 100,
      PaymentTypeId: 1,
      Applications: [{ InvoiceId: invoice }],
    })
    expect(await api.refuse('refunds/0', { PaymentId: payment, Amount: 40.01 })).toEqual([
      422,
      'not-available',
      '/Amount',
    ])
    const id = await api.create('refunds', { PaymentId: payment, Amount: 25 })
    expect(await api.get('refunds', id)).toMatchObject({
      DisplayNumber: 'REF-1',
      SourceNumber: 'PAY-1',
      Amount: 25,
      PaymentId: payment,
      CreditId: null,
      Actions: ['view', 'edit', 'void'],
    })
    expect(await api.journal('refund', id)).toEqual([
      ['receivable', 25],
      ['undeposited-funds', -25],
    ])
    expect((await api.get('payments', payment)).OpenAmount).toBe(15)
    await api.create('refunds', { PaymentId: payment })
    expect(await api.refuse('refunds/0', { PaymentId: payment })).toEqual([422, 'not-available', '/Amount'])
  })

  test('pays out a credit from a chosen account', async () => {
    const AccountId = await api.account('membership-income')
    const Lines = [{ Description: 'Back', UnitPrice: 12, AccountId }]
    const CreditId = await api.create('credits', { ContactId: contact, Lines })
    const { system } = api.server.database
    const bank = await system.account.findFirstOrThrow({ where: { tenantId: api.caller.tenant.id, type: 'Bank' } })
    expect(await api.refuse('refunds/0', { CreditId, AccountId })).toEqual([422, 'books-rule', '/AccountId'])
    expect(await api.refuse('refunds/0', { CreditId, PaymentId: 1 })).toEqual([422, 'books-rule', '/PaymentId'])
    expect(await api.refuse('refunds/0', { CreditId: 999_999 })).toEqual([422, 'unknown-reference', '/CreditId'])
    const id = await api.create('refunds', { CreditId, AccountId: bank.id })
    expect(await api.get('refunds', id)).toMatchObject({ Amount: 12, AccountId: bank.id, SourceNumber: 'CR-1' })
    await api.body(api.caller.post(`/api/finance/refunds/${id}`, { AuditId: 1, Notes: 'By wire' }))
    expect(await api.get('refunds', id)).toMatchObject({ AuditId: 2, Notes: 'By wire' })
  })
})

describe('POST /api/finance/refunds/{refundId}/void (voidRefund)', () => {
  test('makes the amount open again', async () => {
    const payment = await api.create('payments', { ContactId: contact, Amount: 9, PaymentTypeId: 1 })
    const id = await api.create('refunds', { PaymentId: payment })
    expect(await api.take('refunds', id, 'void')).toMatchObject({ Status: 'Void', Actions: ['view'] })
    expect(await api.get('payments', payment)).toMatchObject({ Status: 'Open', OpenAmount: 9 })
    expect(await api.refuse(`refunds/${id}/void`, {})).toEqual([409, 'document-void'])
  })
})

describe('GET /api/finance/refunds (listRefunds)', () => {
  test('lists refunds, and returns 404 for another tenant', async () => {
    const page = await api.body(api.caller.get('/api/finance/refunds?$orderby=Amount desc'))
    const [first] = page.Results as { RefundId: number; Amount: number }[]
    expect(first?.Amount).toBe(25)
    const theirs = await api.server.tenant()
    expect((await theirs.get(`/api/finance/refunds/${first?.RefundId}`)).statusCode).toBe(404)
  })
})

describe('GET /api/finance/refunds/{refundId} (getRefund)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const page = await api.body(api.caller.get('/api/finance/refunds?$top=1'))
    const [first] = page.Results as { RefundId: number }[]
    const theirs = await api.server.tenant()
    expect((await theirs.get(`/api/finance/refunds/${first?.RefundId}`)).statusCode).toBe(404)
  })
})
