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

const pay = (Amount: number, more: object = {}) =>
  api.create('payments', { ContactId: contact, Amount, PaymentTypeId: 2, ...more })

describe('POST /api/finance/payments/{paymentId} (savePayment)', () => {
  test('applies to invoices in order, keeps the rest open, and posts to the account of the gateway', async () => {
    const { system } = api.server.database
    const tenantId = api.caller.tenant.id
    const bank = await system.account.findFirstOrThrow({ where: { tenantId, type: 'Bank' } })
    const gateway = await system.paymentGateway.create({
      data: { tenantId, name: 'Cards', nameKey: 'cards', depositAccountId: bank.id },
    })
    const first = await api.invoice(contact, 30)
    const second = await api.invoice(contact, 50)
    const id = await pay(100, {
      PaymentGatewayId: gateway.id,
      ReceivedDate: '2026-06-10',
      Reference: ' Check 7 ',
      Applications: [{ InvoiceId: first }, { InvoiceId: second, Amount: 20 }],
    })
    expect(await api.get('payments', id)).toMatchObject({
      Status: 'Open',
      Amount: 100,
      OpenAmount: 50,
      DepositAccountId: bank.id,
      Reference: 'Check 7',
      Applications: [
        { InvoiceId: first, SourceKind: 'payment', SourceId: id, Amount: 30, AppliedDate: '2026-06-15' },
        { InvoiceId: second, Amount: 20 },
      ],
      Actions: ['view', 'edit', 'apply', 'unapply', 'refund', 'void'],
    })
    expect(await api.get('invoices', first)).toMatchObject({ Status: 'Paid', Balance: 0, AuditId: 2 })
    expect(await api.get('invoices', second)).toMatchObject({ Status: 'Open', Balance: 30 })
    expect(await api.journal('payment', id)).toEqual([
      [bank.name, 100],
      ['receivable', -100],
    ])
    await api.take('payments', id, 'apply', { Applications: [{ InvoiceId: second }] })
    expect(await api.get('payments', id)).toMatchObject({ OpenAmount: 20, Applications: [{}, { Amount: 50 }] })
    const read = await api.get('payments', id)
    await api.body(api.caller.post(`/api/finance/payments/${id}`, { ...read, Notes: 'As it was read' }))
    expect(await api.get('payments', id)).toMatchObject({ Notes: 'As it was read', Applications: read.Applications })
    const early = await api.invoice(contact, 5, { IssuedDate: '2026-06-01' })
    await api.take('payments', id, 'apply', { Applications: [{ InvoiceId: early }] })
    expect(await api.get('invoices', early)).toMatchObject({ Applications: [{ AppliedDate: '2026-06-10' }] })
  })

  test('has the default subtype of its type, and goes to undeposited funds', async () => {
    const id = await pay(5, { PaymentTypeId: 5 })
    const payment = await api.get('payments', id)
    expect(payment.PaymentSubtypeId).not.toBeNull()
    expect(payment.DepositAccountId).toBe(await api.account('undeposited-funds'))
    const change = { AuditId: 1, Notes: 'Barter', Amount: 5, PaymentTypeId: 5, ContactId: contact }
    await api.body(api.caller.post(`/api/finance/payments/${id}`, change))
    expect(await api.get('payments', id)).toMatchObject({ AuditId: 2, Notes: 'Barter', Reference: null })
    expect(await api.refuse(`payments/${id}`, { AuditId: 2, Amount: 6 })).toEqual([422, 'posted', '/Amount'])
  })

  test('never applies more than is open, and only to invoices of the contact', async () => {
    const own = await api.invoice(contact, 10)
    const other = await api.invoice(await api.person(), 10)
    const save = (more: object) =>
      api.refuse('payments/0', { ContactId: contact, Amount: 15, PaymentTypeId: 1, ...more })
    const apply = (...Applications: object[]) => save({ Applications })
    expect(await save({ Amount: null })).toEqual([422, 'books-rule', '/Amount'])
    expect(await save({ DepositAccountId: await api.account('bad-debt') })).toEqual([
      ...[422, 'books-rule', '/DepositAccountId'],
    ])
    expect(await save({ PaymentTypeId: 1, PaymentSubtypeId: 1 })).toEqual([
      ...[422, 'unknown-reference', '/PaymentSubtypeId'],
    ])
    expect(await apply({ InvoiceId: other })).toEqual([422, 'unknown-reference', '/Applications/0/InvoiceId'])
    expect(await apply({ InvoiceId: own, Amount: 10.01 })).toEqual([422, 'overpaid', '/Applications/0/Amount'])
    expect(await apply({ InvoiceId: own }, { InvoiceId: own })).toEqual([
      ...[422, 'named-twice', '/Applications/1/InvoiceId'],
    ])
    const more = await api.invoice(contact, 10)
    expect(await apply({ InvoiceId: own }, { InvoiceId: more, Amount: 6 })).toEqual([
      ...[422, 'not-available', '/Applications/1/Amount'],
    ])
    await pay(10, { Applications: [{ InvoiceId: own }] })
    expect(await apply({ InvoiceId: own })).toEqual([409, 'invoice-paid', '/Applications/0/InvoiceId'])
  })
})

describe('GET /api/finance/payments (listPayments): $search', () => {
  test('finds numbers, references and contacts; without contacts:read, contacts by name only', async () => {
    const made = { FirstName: 'Greta', LastName: 'Sandstrom', forceSave: true }
    const Value = 'greta@harbor.example'
    const ContactList = [{ Kind: 'email', Id: 0, Value, TypeId: 1, IsPrimary: true }]
    const person = await api.body(api.caller.post('/api/contacts/person/0', { ...made, ContactList }))
    const id = await pay(3, { ContactId: person.ContactId, Reference: 'CHK-998877' })
    const { DisplayNumber, Number: number } = await api.get('payments', id)
    const books = await api.server.caller(api.caller.tenant, ['books:read'])
    const found = async (text: string, caller = api.caller) => {
      const query = new URLSearchParams({ $search: text, $top: '1000' })
      const rows = (await api.body(caller.get(`/api/finance/payments?${query}`))).Results as { PaymentId: number }[]
      return rows.some(({ PaymentId }) => PaymentId === id)
    }
    for (const text of [DisplayNumber, DisplayNumber.toLowerCase(), String(number), 'chk-99', 'sandstrom'])
      expect([text, await found(text), await found(text, books)]).toEqual([text, true, true])
    expect([await found(Value), await found(Value, books)]).toEqual([true, false])
    expect(await found('nothing of this')).toBe(false)
  })
})

describe('POST /api/finance/payments/{paymentId}/unapply (unapplyPayment)', () => {
  test('makes the amount open again on both sides', async () => {
    const invoice = await api.invoice(contact, 40)
    const id = await pay(40, { Applications: [{ InvoiceId: invoice }] })
    await api.take('payments', id, 'unapply', { InvoiceId: invoice, Amount: 15 })
    expect(await api.get('invoices', invoice)).toMatchObject({ Status: 'Open', Balance: 15 })
    expect(await api.refuse(`payments/${id}/unapply`, { InvoiceId: invoice, Amount: 26 })).toEqual([
      ...[422, 'not-available', '/Amount'],
    ])
    const payment = await api.take('payments', id, 'unapply', { InvoiceId: invoice })
    expect(payment).toMatchObject({ OpenAmount: 40, Applications: [] })
    expect(await api.refuse(`payments/${id}/unapply`, { InvoiceId: invoice })).toEqual([
      422,
      'not-available',
      '/InvoiceId',
    ])
  })
})

describe('POST /api/finance/payments/{paymentId}/apply (applyPayment)', () => {
  test('settles the invoice of a membership, whose term takes effect', async () => {
    const ContactId = await api.person()
    const ok = (path: string, body: object) => api.body(api.caller.post(path, body))
    const { MembershipTypeId } = await ok('/api/membershiptypes/0', { Name: 'Full' })
    const { MembershipLevelId: LevelId } = await ok(`/api/membershiptypes/${MembershipTypeId}/levels/0`, {
      Name: 'One',
      Price: 120,
    })
    const joined = await ok('/api/memberships/0', { ContactId, MembershipTypeId, LevelId })
    const [{ InvoiceId } = { InvoiceId: 0 }] = joined.Invoices as { InvoiceId: number }[]
    const read = () => api.body(api.caller.get(`/api/memberships/${joined.MembershipId}`))
    expect(await api.get('invoices', InvoiceId)).toMatchObject({ Actions: ['view', 'edit', 'pay'] })
    expect(await api.refuse(`invoices/${InvoiceId}/void`, {})).toEqual([409, 'membership-invoice'])
    expect(await api.refuse('writeoffs/0', { InvoiceId })).toEqual([409, 'membership-invoice'])
    const id = await api.create('payments', { ContactId, Amount: 120, PaymentTypeId: 1 })
    await api.take('payments', id, 'apply', { Applications: [{ InvoiceId, Amount: 20 }] })
    expect(await read()).toMatchObject({ Status: 'Pending', Balance: 100 })
    await api.take('payments', id, 'apply', { Applications: [{ InvoiceId }] })
    expect(await read()).toMatchObject({ Status: 'Active', Balance: 0, StartDate: '2026-06-15' })
    await api.take('payments', id, 'void')
    expect(await read()).toMatchObject({ Status: 'Active', Balance: 120 })
  })
})

describe('POST /api/finance/payments/{paymentId}/void (voidPayment)', () => {
  test('posts the reversal on its day, which is not before an entry that depends on the payment', async () => {
    const id = await pay(10, { ReceivedDate: '2026-06-01' })
    expect((await api.get('payments', id)).ReversedDate).toBeNull()
    const refund = await api.create('refunds', { PaymentId: id, RefundedDate: '2026-06-05' })
    await api.take('refunds', refund, 'void', { Date: '2026-06-07' })
    expect(await api.get('refunds', refund)).toMatchObject({ ReversedDate: '2026-06-07' })
    expect(await api.refuse(`payments/${id}/void`, { Date: '2026-06-06' })).toEqual([400, 'invalid-input', '/Date'])
    expect(await api.take('payments', id, 'void', { Date: '2026-06-07' })).toMatchObject({ ReversedDate: '2026-06-07' })
    const invoice = await api.invoice(contact, 10, { IssuedDate: '2026-06-01' })
    await pay(4, { ReceivedDate: '2026-06-10', Applications: [{ InvoiceId: invoice }] })
    expect(await api.refuse(`invoices/${invoice}/void`, { Date: '2026-06-09' })).toEqual([
      ...[400, 'invalid-input', '/Date'],
    ])
    expect(await api.take('invoices', invoice, 'void', { Date: '2026-06-10' })).toMatchObject({
      ReversedDate: '2026-06-10',
    })
  })

  test('takes its applications back, and is refused while a refund of it is not void', async () => {
    const invoice = await api.invoice(contact, 40)
    const id = await pay(60, { Applications: [{ InvoiceId: invoice }] })
    const refund = await api.create('refunds', { PaymentId: id, Amount: 5 })
    expect(await api.refuse(`payments/${id}/void`, {})).toEqual([409, 'refunded'])
    expect((await api.get('payments', id)).Actions).toEqual(['view', 'edit', 'apply', 'unapply', 'refund'])
    await api.take('refunds', refund, 'void')
    expect(await api.take('payments', id, 'void')).toMatchObject({ Status: 'Void', OpenAmount: 0, Actions: ['view'] })
    expect(await api.get('invoices', invoice)).toMatchObject({ Status: 'Open', Balance: 40 })
    expect(await api.refuse(`payments/${id}/void`, {})).toEqual([409, 'document-void'])
    expect(await api.refuse(`payments/${id}/apply`, { Applications: [{ InvoiceId: invoice }] })).toEqual([
      409,
      'document-void',
    ])
  })
})

describe('GET /api/finance/payments (listPayments)', () => {
  test('finds payments by their contact, and returns 404 for another tenant', async () => {
    const id = await pay(1)
    const theirs = await api.server.tenant()
    expect((await theirs.get(`/api/finance/payments/${id}`)).statusCode).toBe(404)
    const query = new URLSearchParams({ $filter: `ContactId eq ${contact} and OpenAmount gt 0`, $search: 'Payer1' })
    const page = await api.body(api.caller.get(`/api/finance/payments?${query}`))
    expect((page.Results as { PaymentId: number }[])[0]?.PaymentId).toBe(id)
  })
})

describe('GET /api/finance/payments/{paymentId} (getPayment)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const page = await api.body(api.caller.get('/api/finance/payments?$top=1'))
    const [first] = page.Results as { PaymentId: number }[]
    const theirs = await api.server.tenant()
    expect((await theirs.get(`/api/finance/payments/${first?.PaymentId}`)).statusCode).toBe(404)
  })
})
