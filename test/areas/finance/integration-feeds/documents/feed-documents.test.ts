import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksApi, openBooks } from '#test/support/finance/documents'
import { expectShape } from '#test/support/server/contract-shape'

let api: BooksApi
let contact: number
let income: number
beforeAll(async () => {
  api = await openBooks()
  contact = await api.person()
  income = await api.account('membership-income')
  await api.body(api.caller.post(`/api/integrations/contacts/${contact}/ldg/mapping/C-59`))
})
afterAll(() => api.server.close())

const feed = async (operation: Parameters<typeof expectShape>[0], path: string) => {
  const read = await api.body(api.caller.get(`/api/integrations/${path}`))
  expectShape(operation, read)
  return read
}
const status = async (path: string) => (await api.caller.get(`/api/integrations/${path}`)).statusCode

describe('GET /api/integrations/invoices/{id} (getFeedInvoice)', () => {
  test('shows the lines with their ids in the ledger, and balances to the cent', async () => {
    const item = await api.body(
      api.caller.post('/api/finance/feeitems/0', { Name: 'Dues', Price: 50, AccountId: income }),
    )
    const BillingAddress = { Line1: '12 Quay Street', City: 'Portland', CountryCode: 'US' }
    const ShippingDetails = { ContactName: 'Dana', Method: 'Parcel', TrackingNumber: 'T1', ShipDate: '2026-06-14' }
    const id = await api.create('invoices', {
      ContactId: contact,
      BillingAddress,
      ShippingDetails,
      ShippingAmount: 5,
      Message: 'Thanks',
      Lines: [{ FeeItemId: item.FeeItemId, Quantity: 2, ServiceDate: '2027-01-01' }],
    })
    expect(await feed('getFeedInvoice', `invoices/${id}`)).toMatchObject({
      PurchaseId: id,
      InvoiceNumber: 'INV-1',
      AmsContactId: String(contact),
      IntegrationCustomerId: 'C-59',
      InvoiceDate: '2026-06-15',
      DueDate: '2026-07-15',
      TotalTax: 0,
      ShippingAmount: 5,
      CustomerMessage: 'Thanks',
      Address: { Line1: '12 Quay Street', Line2: null, CountryCode: 'US' },
      Shipping: { ContactName: 'Dana', Line1: null, Method: 'Parcel', ShipDate: '2026-06-14' },
      LineItems: [
        {
          SaleableItemId: String(item.FeeItemId),
          Description: 'Dues',
          Quantity: 2,
          UnitPrice: 50,
          Amount: 100,
          AccountId: String(income),
          IntegrationItemId: null,
          ServiceDate: '2027-01-01',
        },
      ],
    })
    await api.take('invoices', id, 'void')
    expect(await status(`invoices/${id}`)).toBe(404)
    expect(await status('invoices/9999999999')).toBe(404)
    const theirs = await api.server.tenant()
    expect((await theirs.get(`/api/integrations/invoices/${id}`)).statusCode).toBe(404)
  })
})

describe('GET /api/integrations/payments/{id} (getFeedPayment)', () => {
  test('shows applications by invoice, and void payments too', async () => {
    const invoice = await api.invoice(contact, 30)
    const id = await api.create('payments', {
      ContactId: contact,
      Amount: 40,
      PaymentTypeId: 3,
      Applications: [{ InvoiceId: invoice, Amount: 10 }],
    })
    await api.take('payments', id, 'apply', { Applications: [{ InvoiceId: invoice, Amount: 5 }] })
    expect(await feed('getFeedPayment', `payments/${id}`)).toMatchObject({
      PaymentNumber: 'PAY-1',
      PaymentTypeId: '3',
      Total: 40,
      CurrencyCode: 'USD',
      DepositAccountId: null,
      VoidedDate: null,
      PaymentGatewayId: null,
      Applications: [
        { PurchaseId: String(invoice), InvoiceNumber: 'INV-2', Amount: 15, ApplicationDate: '2026-06-15' },
      ],
    })
    await api.take('payments', id, 'void')
    expect(await feed('getFeedPayment', `payments/${id}`)).toMatchObject({
      VoidedDate: '2026-06-15T00:00:00.000Z',
      Applications: [],
    })
  })
})

describe('GET /api/integrations/credits/{id} (getFeedCredit)', () => {
  test('shows a void credit only if it is asked for', async () => {
    const Lines = [{ Description: 'Back', UnitPrice: 7, AccountId: income }]
    const id = await api.create('credits', { ContactId: contact, Lines })
    expect(await feed('getFeedCredit', `credits/${id}`)).toMatchObject({
      CreditNumber: 'CR-1',
      Total: 7,
      LineItems: [{ Amount: 7, DiscountAmount: 0 }],
      Applications: [],
    })
    await api.take('credits', id, 'void')
    expect(await status(`credits/${id}`)).toBe(404)
    expect(await status(`credits/${id}?includevoided=true`)).toBe(200)
  })
})

describe('GET /api/integrations/refunds/{id} (getFeedRefund)', () => {
  test('has one line on the receivables account', async () => {
    const payment = await api.create('payments', { ContactId: contact, Amount: 9, PaymentTypeId: 1 })
    const id = await api.create('refunds', { PaymentId: payment, Amount: 4 })
    const receivable = String(await api.account('receivable'))
    expect(await feed('getFeedRefund', `refunds/${id}`)).toMatchObject({
      RefundNumber: 'REF-1',
      PaymentNumber: 'PAY-2',
      Total: 4,
      AccountsReceivableAccountId: receivable,
      DepositAccountId: String(await api.account('undeposited-funds')),
      LineItems: [{ Description: 'Refund of PAY-2', Amount: 4, AccountId: receivable }],
    })
  })
})

describe('GET /api/integrations/writeoffs/{id} (getFeedWriteOff)', () => {
  test('has a line for each account, with the mapped item of the account', async () => {
    const InvoiceId = await api.invoice(contact, 12)
    const id = await api.create('writeoffs', { InvoiceId, Amount: 6 })
    expect(await feed('getFeedWriteOff', `writeoffs/${id}`)).toMatchObject({
      WriteOffNumber: 'WO-1',
      Total: 6,
      TotalTax: 0,
      DepositAccountId: String(await api.account('bad-debt')),
      LineItems: [{ Amount: 6, AccountId: String(income), IntegrationItemId: null }],
      Applications: [{ PurchaseId: String(InvoiceId), Amount: 6 }],
    })
    await api.take('writeoffs', id, 'void')
    expect(await status(`writeoffs/${id}`)).toBe(404)
  })
})

describe('GET /api/integrations/invoices/{id} (getFeedInvoice) of goods that are sent', () => {
  test('shows the line for the way of shipping as ShippingAmount, and balances to the cent', async () => {
    const goods = { Description: 'Mug', UnitPrice: 20, AccountId: income }
    const post = async (Method: string) => {
      const id = await api.create('invoices', {
        ContactId: contact,
        ShippingDetails: { Method },
        ShippingAmount: 1,
        Lines: [goods, { Description: 'Parcel', UnitPrice: 9, AccountId: income }],
      })
      return feed('getFeedInvoice', `invoices/${id}`)
    }
    expect(await post('Parcel')).toMatchObject({ ShippingAmount: 10, LineItems: [{ Description: 'Mug', Amount: 20 }] })
    expect(await post('Letter')).toMatchObject({ ShippingAmount: 1, LineItems: [{}, { Description: 'Parcel' }] })
  })
})
