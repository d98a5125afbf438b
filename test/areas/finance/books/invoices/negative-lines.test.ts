import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, expectBalanced, openBooks } from '#test/support/finance/documents'

let api: BooksApi
let contact: number
let income: number
let full: number
let reduced: number
beforeAll(async () => {
  api = await openBooks()
  contact = await api.person()
  income = await api.account('membership-income')
  full = await setup('taxsets', { Name: 'Full', Rates: [{ Name: 'VAT', Percent: 20 }] })
  reduced = await setup('taxsets', { Name: 'Reduced', Rates: [{ Name: 'VAT', Percent: 5 }] })
})
afterAll(async () => {
  await expectBalanced(api)
  await api.server.close()
})

const setup = async (path: string, body: object) =>
  Object.values(await api.body(api.caller.post(`/api/finance/${path}/0`, body)))[0] as number

const line = (UnitPrice: number, TaxSetId = 0, more: object = {}) => ({
  Description: UnitPrice < 0 ? 'Deposit' : 'Dinner',
  UnitPrice,
  TaxSetId,
  AccountId: income,
  ...more,
})

const save = (Lines: object[], kind = 'invoices') =>
  api.caller.post(`/api/finance/${kind}/0`, { ContactId: contact, Lines })

const faultsOf = async (call: ReturnType<typeof save>) => {
  const answer = await call
  const { code, errors = [] } = answer.json()
  return [answer.statusCode, code, ...errors.map(({ pointer }: { pointer: string }) => pointer)]
}

describe('POST /api/finance/invoices/{invoiceId} (saveInvoice) with negative lines', () => {
  test('takes a deposit off with its tax, and posts both', async () => {
    const id = await api.create('invoices', {
      ContactId: contact,
      Lines: [line(100, full), line(-30, full, { Quantity: 2 }), line(40, reduced)],
    })
    const invoice = await api.get('invoices', id)
    expect(invoice).toMatchObject({ Subtotal: 80, Tax: 10, Total: 90, Balance: 90 })
    expect(invoice.Lines).toMatchObject([{}, { UnitPrice: -30, Amount: -60, TaxAmount: -12 }, {}])
  })

  test('can be written off in parts and in all, to the cent', async () => {
    const id = await api.create('invoices', {
      ContactId: contact,
      Lines: [line(33.33, full), line(-10.01, full), line(7.77, reduced), line(-2.5), line(4.44)],
    })
    const { Total } = await api.get('invoices', id)
    for (const Amount of [0.01, 7.13, Number((Number(Total) - 7.14).toFixed(2))]) {
      const body = { InvoiceId: id, Amount }
      const written = await api.caller.post('/api/finance/writeoffs/0', body)
      expect(written.statusCode, written.body).toBe(200)
    }
    expect(await api.get('invoices', id)).toMatchObject({ Balance: 0 })
    await expectBalanced(api)
  })

  test('can have a total of 0', async () => {
    const id = await api.create('invoices', { ContactId: contact, Lines: [line(50, full), line(-50, full)] })
    expect(await api.get('invoices', id)).toMatchObject({ Tax: 0, Total: 0, Balance: 0 })
  })

  test('returns 422 if the sum without tax or a tax rate would be negative', async () => {
    const refused = [422, 'books-rule', '/Lines']
    expect(await faultsOf(save([line(50, full), line(-60)]))).toEqual(refused)
    expect(await faultsOf(save([line(-1)]))).toEqual(refused)
    expect(await faultsOf(save([line(100, reduced), line(-10, full)]))).toEqual(refused)
    expect((await save([line(100, full), line(-10)])).statusCode).toBe(200)
  })

  test('refuses a discount on a negative line, and a negative line of a credit', async () => {
    expect(await faultsOf(save([line(50), line(-5, 0, { DiscountAmount: 1 })]))).toEqual([
      422,
      'books-rule',
      '/Lines/1/DiscountAmount',
    ])
    expect(await faultsOf(save([line(50), line(-5)], 'credits'))).toEqual([422, 'books-rule', '/Lines/1/UnitPrice'])
    expect((await save([line(50), line(-5, 0, { Quantity: -1 })])).statusCode).toBe(400)
  })
})
