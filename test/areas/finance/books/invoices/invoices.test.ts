import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { waitForLock } from '#test/support/database/wait-for-lock'
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

const setup = async (path: string, body: object) =>
  Object.values(await api.body(api.caller.post(`/api/finance/${path}/0`, body)))[0] as number

describe('POST /api/finance/invoices/{invoiceId} (saveInvoice)', () => {
  test('issues an invoice with discount, taxes and shipping, and posts each part to its account', async () => {
    const taxSet = await setup('taxsets', {
      Name: 'Sales tax',
      Rates: [
        { Name: 'State', Percent: 5.5 },
        { Name: 'City', Percent: 1.25 },
      ],
    })
    const discount = await setup('discounts', { Name: 'Early', DiscountTypeId: 1, DiscountPercent: 10 })
    const item = await setup('feeitems', { Name: 'Workshop', Price: 33.33, AccountId: income, TaxSetId: taxSet })
    const id = await api.create('invoices', {
      ContactId: contact,
      ShippingAmount: 4.5,
      Message: ' Thank you ',
      Lines: [
        { FeeItemId: item, Quantity: 3, DiscountId: discount },
        { Description: 'Book', UnitPrice: 12, AccountId: income, DiscountAmount: 2, ServiceDate: '2026-07-01' },
      ],
    })
    const invoice = await api.get('invoices', id)
    // 3 * 33.33 = 99.99, 10 % is 10.00 (9.999), taxed 89.99: 4.95 (4.94945) and 1.12 (1.124875).
    expect(invoice).toMatchObject({
      DisplayNumber: 'INV-1',
      IssuedDate: '2026-06-15',
      DueDate: '2026-07-15',
      Status: 'Open',
      Message: 'Thank you',
      Subtotal: 99.99,
      Discount: 12,
      Tax: 6.07,
      Shipping: 4.5,
      Total: 110.56,
      Balance: 110.56,
      Actions: ['view', 'edit', 'void', 'pay', 'writeoff'],
    })
    expect(invoice.Lines).toMatchObject([
      {
        FeeItemId: item,
        Description: 'Workshop',
        Quantity: 3,
        UnitPrice: 33.33,
        Amount: 99.99,
        DiscountId: discount,
        DiscountAmount: 10,
        TaxSetId: taxSet,
        TaxAmount: 6.07,
        AccountId: income,
        Taxes: [
          { Name: 'State', Percent: 5.5, Amount: 4.95 },
          { Name: 'City', Percent: 1.25, Amount: 1.12 },
        ],
      },
      { Description: 'Book', Amount: 12, DiscountAmount: 2, TaxAmount: 0, Taxes: [], ServiceDate: '2026-07-01' },
    ])
    expect(await api.journal('invoice', id)).toEqual([
      ['receivable', 110.56],
      ['membership-income', -111.99],
      ['discounts', 12],
      ['sales-tax', -6.07],
      ['shipping-income', -4.5],
    ])
    expect(await api.balance(contact)).toBe(110.56)
  })

  test('charges exactly the prices if they include the taxes', async () => {
    const other = await openBooks()
    const { system } = other.server.database
    const { id } = other.caller.tenant
    await system.tenant.update({ where: { id }, data: { pricesIncludeTax: true } })
    const rates = [{ Name: 'VAT', Percent: 20 }]
    const set = await other.body(other.caller.post('/api/finance/taxsets/0', { Name: 'VAT', Rates: rates }))
    const AccountId = await other.account('membership-income')
    const line = { Description: 'Book', UnitPrice: 10, DiscountAmount: 1, AccountId, TaxSetId: set.TaxSetId }
    const invoice = await other.get(
      'invoices',
      await other.create('invoices', { ContactId: await other.person(), Lines: [line] }),
    )
    expect(invoice).toMatchObject({ Subtotal: 7.5, Discount: 0.83, Tax: 1.5, Total: 9 })
    await other.server.close()
  })

  test('names every fault of the lines', async () => {
    const save = (body: object) => api.refuse('invoices/0', { ContactId: contact, ...body })
    expect(await save({})).toEqual([422, 'books-rule', '/Lines'])
    expect(await save({ Lines: [{ UnitPrice: 1, AccountId: income }] })).toEqual([
      422,
      'books-rule',
      '/Lines/0/Description',
    ])
    const line = { Description: 'x', UnitPrice: 1, AccountId: income }
    const receivable = await api.account('receivable')
    expect(await save({ Lines: [{ ...line, AccountId: receivable }] })).toEqual([
      422,
      'books-rule',
      '/Lines/0/AccountId',
    ])
    for (const name of ['FeeItemId', 'DiscountId', 'TaxSetId', 'ClassId'])
      expect(await save({ Lines: [line, { ...line, [name]: 999_999 }] })).toEqual([
        422,
        'unknown-reference',
        `/Lines/1/${name}`,
      ])
    expect(await save({ Lines: [{ ...line, DiscountAmount: 2 }] })).toEqual([
      422,
      'books-rule',
      '/Lines/0/DiscountAmount',
    ])
    expect(await save({ Lines: [line], IssuedDate: '2026-06-16' })).toEqual([400, 'invalid-input', '/IssuedDate'])
    expect(await save({ Lines: [line], DueDate: '2026-06-14' })).toEqual([400, 'invalid-input', '/DueDate'])
    expect(await save({ Lines: [line], ContactId: 999_999 })).toEqual([422, 'unknown-reference', '/ContactId'])
    expect(await save({ Lines: [line], ContactId: null })).toEqual([422, 'books-rule', '/ContactId'])
    expect((await save({ Lines: [{ ...line, UnitPrice: -1 }] }))[0]).toBe(422)
    expect((await save({ Lines: [{ ...line, UnitPrice: -1_000_000_000 }] }))[0]).toBe(400)
  })

  test('reports the errors of all parts at once', async () => {
    const Lines = [{ UnitPrice: 1 }, { Description: 'x', UnitPrice: 1, AccountId: income }, { FeeItemId: 99_999 }]
    const errorsOf = async (path: string, body: object) => {
      const answer = (await api.caller.post(`/api/finance/${path}`, body)).json()
      return [answer.status, answer.code, answer.errors.map((one: { pointer: string }) => one.pointer)]
    }
    expect(await errorsOf('invoices/0', { ContactId: 999_999, IssuedDate: '2030-01-01', Lines })).toEqual([
      ...[400, 'invalid-input'],
      ['/IssuedDate', '/ContactId', '/Lines/2/FeeItemId', '/Lines/0/Description', '/Lines/0/AccountId'],
    ])
    expect(await errorsOf('invoices/0', {})).toEqual([422, 'books-rule', ['/ContactId', '/Lines']])
    expect(await errorsOf('credits/0', {})).toEqual([422, 'books-rule', ['/ContactId', '/Lines']])
    expect(await errorsOf('payments/0', {})).toEqual([422, 'books-rule', ['/Amount', '/PaymentTypeId', '/ContactId']])
  })

  test('rejects a fee item whose tax set, account or class is not active, and takes another one', async () => {
    const Rates = [{ Name: 'State', Percent: 10 }]
    const TaxSetId = await setup('taxsets', { Name: 'Retired tax', Rates })
    const AccountId = await setup('accounts', { Name: 'Retired income', AccountType: 'Income' })
    const ClassId = await setup('classes', { Name: 'Retired class' })
    const FeeItemId = await setup('feeitems', { Name: 'Old course', Price: 100, AccountId, ClassId, TaxSetId })
    const total = async (line: object) =>
      (await api.get('invoices', await api.create('invoices', { ContactId: contact, Lines: [line] }))).Total
    expect(await total({ FeeItemId })).toBe(110)
    const change = (path: string, body: object) => api.body(api.caller.post(`/api/finance/${path}`, body))
    const refused = async () => api.refuse('invoices/0', { ContactId: contact, Lines: [{ FeeItemId }] })
    const records = [`taxsets/${TaxSetId}`, `accounts/${AccountId}`, `classes/${ClassId}`]
    for (const path of records) {
      await change(path, { AuditId: 1, IsActive: false })
      expect(await refused()).toEqual([422, 'books-rule', '/Lines/0/FeeItemId'])
      if (path.startsWith('taxsets')) expect(await total({ FeeItemId, TaxSetId: 0 })).toBe(100)
      await change(path, { AuditId: 2, IsActive: true })
    }
    await change(`classes/${ClassId}`, { AuditId: 3, IsActive: false })
    expect(await api.refuse('classes/0', { Name: 'Below', ParentClassId: ClassId })).toEqual([
      ...[422, 'books-rule'],
      '/ParentClassId',
    ])
  })

  test('bills the winner if the contact is merged while the request waits for it', async () => {
    const winner = await api.person()
    const loser = await api.person()
    const AccountId = income
    const { database } = api.server
    const tenantId = api.caller.tenant.id
    const posted = await database.system.$transaction(async (tx) => {
      await tx.$executeRaw`SELECT FROM contact WHERE tenant_id = ${tenantId} AND id = ${loser} FOR UPDATE`
      const Lines = [{ Description: 'x', UnitPrice: 3, AccountId }]
      const posting = api.caller.post('/api/finance/invoices/0', { ContactId: loser, Lines })
      await waitForLock(database)
      const where = { tenantId_id: { tenantId, id: loser } }
      await tx.contact.update({ where, data: { mergedIntoId: winner, deletedAt: new Date() } })
      return [posting] as const
    })
    expect((await posted[0]).json()).toMatchObject({ ContactId: winner, Total: 3 })
  })

  test('requires a country of ISO 3166-1, and stores its letters as capitals', async () => {
    const Lines = [{ Description: 'x', UnitPrice: 1, AccountId: income }]
    const save = (CountryCode: string) => ({ ContactId: contact, Lines, BillingAddress: { CountryCode } })
    expect(await api.refuse('invoices/0', save('XX'))).toEqual([
      ...[422, 'unknown-reference'],
      '/BillingAddress/CountryCode',
    ])
    const id = await api.create('invoices', save('us'))
    expect(await api.get('invoices', id)).toMatchObject({ BillingAddress: { CountryCode: 'US' } })
  })

  test('changes what is not posted, and nothing else', async () => {
    const id = await api.invoice(contact, 40)
    const change = (body: object) => api.refuse(`invoices/${id}`, body)
    expect(await change({ Notes: 'x' })).toEqual([409, 'stale-audit-id'])
    const BillingAddress = { Line1: '12 Quay Street', City: 'Portland', CountryCode: 'US' }
    const body = { AuditId: 1, DueDate: '2026-08-01', Notes: 'Call', BillingAddress, ContactId: contact }
    await api.body(api.caller.post(`/api/finance/invoices/${id}`, body))
    expect(await api.get('invoices', id)).toMatchObject({
      AuditId: 2,
      DueDate: '2026-08-01',
      Notes: 'Call',
      Message: null,
      BillingAddress: { ...BillingAddress, Line2: null },
    })
    expect(await change({ AuditId: 2, ShippingAmount: 3 })).toEqual([422, 'posted', '/ShippingAmount'])
    expect(await change({ AuditId: 2, Lines: [{ Description: 'x', UnitPrice: 1 }] })).toEqual([422, 'posted', '/Lines'])
    expect(await change({ AuditId: 2, IssuedDate: '2026-06-01' })).toEqual([422, 'posted', '/IssuedDate'])
    const read = await api.get('invoices', id)
    expect(read.AuditId).toBe(2)
    await api.body(api.caller.post(`/api/finance/invoices/${id}`, { ...read, Notes: 'As it was read' }))
    expect(await api.get('invoices', id)).toMatchObject({ AuditId: 3, Notes: 'As it was read', Lines: read.Lines })
    const Lines = [{ ...read.Lines[0], UnitPrice: 41 }]
    expect(await change({ ...read, AuditId: 3, Lines })).toEqual([422, 'posted', '/Lines'])
  })

  test('posts nothing in a closed period', async () => {
    const { system } = api.server.database
    const tenantId = api.caller.tenant.id
    const lines = [{ Description: 'x', UnitPrice: 1, AccountId: income }]
    const id = await api.invoice(contact, 5, { IssuedDate: '2026-06-01' })
    const close = (closedThrough: Date | null) =>
      system.closedPeriod.updateMany({ where: { tenantId }, data: { closedThrough } })
    await close(new Date('2026-06-10'))
    const body = { ContactId: contact, IssuedDate: '2026-06-10', Lines: lines }
    expect(await api.refuse('invoices/0', body)).toEqual([422, 'closed-period', '/IssuedDate'])
    expect(await api.refuse(`invoices/${id}/void`, { Date: '2026-06-09' })).toEqual([422, 'closed-period', '/Date'])
    expect((await api.take('invoices', id, 'void', { Date: '2026-06-11' })).Status).toBe('Void')
    await close(null)
  })
})

describe('POST /api/finance/invoices/{invoiceId}/void (voidInvoice)', () => {
  test('posts the exact reversal, and makes what was applied open again', async () => {
    const person = await api.person()
    const id = await api.invoice(person, 100)
    const payment = await api.create('payments', {
      ContactId: person,
      Amount: 60,
      PaymentTypeId: 1,
      Applications: [{ InvoiceId: id }],
    })
    // Both fields of the body are optional, and so is the body.
    expect((await api.caller.post(`/api/finance/invoices/${id}/void`)).statusCode).toBe(200)
    const invoice = await api.get('invoices', id)
    expect(invoice).toMatchObject({ Status: 'Void', Total: 100, Balance: 0, Applications: [], Actions: ['view'] })
    expect(await api.journal('invoice', id)).toEqual([
      ['receivable', 100],
      ['membership-income', -100],
      ['receivable', -100],
      ['membership-income', 100],
    ])
    expect(await api.get('payments', payment)).toMatchObject({ Status: 'Open', OpenAmount: 60, Applications: [] })
    expect(await api.balance(person)).toBe(-60)
    expect(await api.refuse(`invoices/${id}/void`, {})).toEqual([409, 'invoice-void'])
    expect(await api.refuse(`invoices/${id}`, { AuditId: invoice.AuditId, Notes: 'x' })).toEqual([409, 'invoice-void'])
    const again = { ContactId: person, Amount: 1, PaymentTypeId: 1, Applications: [{ InvoiceId: id }] }
    expect(await api.refuse('payments/0', again)).toEqual([409, 'invoice-void', '/Applications/0/InvoiceId'])
  })
})

describe('GET /api/finance/invoices/{invoiceId} (getInvoice)', () => {
  test('returns 404 for the id of another tenant, and to a void', async () => {
    const theirs = await api.server.tenant()
    const id = await api.invoice(contact, 3)
    expect((await theirs.get(`/api/finance/invoices/${id}`)).statusCode).toBe(404)
    expect((await theirs.post(`/api/finance/invoices/${id}/void`, {})).statusCode).toBe(404)
  })
})

describe('GET /api/finance/invoices (listInvoices)', () => {
  test('lists the latest number first, and counts by status', async () => {
    const all = await api.body(api.caller.get('/api/finance/invoices?$top=2'))
    const rows = all.Results as { Number: number; Status: string }[]
    expect(rows[0]?.Number).toBe((rows[1]?.Number ?? 0) + 1)
    const query = new URLSearchParams({ $filter: "Status eq 'Void'" })
    const voided = await api.body(api.caller.get(`/api/finance/invoices?${query}`))
    expect((voided.Results as unknown[]).length).toBe(Number(voided.TotalRecordAvailable))
    expect(voided.TotalRecordAvailable).toBe('2')
  })
})
