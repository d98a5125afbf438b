import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import type { Json } from '#test/support/people/contact-parts'
import { linesOfFile } from '#test/support/server/list-files'

let bench: StoreBench
let paid: Json
let cancelled: Json
beforeAll(async () => {
  bench = await openStore()
  const item = await bench.item()
  const contact = await buyer()
  paid = await bench.buy(contact, [[item, 2]])
  cancelled = await bench.buy(contact, [[item, 1]])
  await bench.good('cancelStoreOrder', bench.post(`/storeorders/${cancelled.StorePurchaseId}/cancel`, { AuditId: 1 }))
  await bench.settle()
})
afterAll(() => bench.server.close())

/** Adds a contact whose name a spreadsheet would run as a formula. */
const buyer = async (): Promise<number> => {
  const person = { FirstName: '=Ada', LastName: 'Buyer, "A"', forceSave: true }
  return Number((await bench.mine.post('/api/contacts/person/0', person)).json().ContactId)
}

const PATH = `${STORE}/storeorders/csv`

const linesOf = async (query = '', caller: TestCaller = bench.mine): Promise<string[]> => {
  const response = await caller.get(`${PATH}${query}`, { accept: 'text/csv' })
  expect([response.statusCode, response.headers['content-type']], response.body).toEqual([
    200,
    'text/csv; charset=utf-8',
  ])
  return linesOfFile(response.body)
}

const HEADER =
  'OrderNumber,PurchaseDate,ContactId,ContactName,EmailAddress,PhoneNumber,Status,PaymentStatus,CurrencyCode,ItemTotal,' +
  'DiscountTotal,ShippingAmount,TaxTotal,Total,AmountPaid,Balance,CostTotal,InvoiceNumber,ShippingOption,' +
  'ShipToCompanyName,ShipToContactName,Address1,Address2,City,StateProvince,PostalCode,Country,ShippedDate,TrackingNumber'

describe('GET /api/store/storeorders/csv (downloadStoreOrders)', () => {
  test('has one line for each order, with its state and amounts', async () => {
    const [header, first = '', second = '', ...rest] = await linesOf('?$orderby=StorePurchaseId')
    expect([header, rest]).toEqual([HEADER, ['']])
    const order = await bench.readOrder(paid)
    expect(first).toContain(
      `${order.OrderNumber},${String(order.PurchaseDate).slice(0, 10)} ${String(order.PurchaseDate).slice(11, 16)},${order.ContactId},"'=Ada Buyer, ""A""",`,
    )
    expect(first).toContain(
      `,Paid,Captured,${order.CurrencyCode},20.00,0.00,0.00,0.00,20.00,20.00,0.00,0.00,${order.InvoiceNumber},`,
    )
    expect(second).toMatch(new RegExp(`^S-${cancelled.StorePurchaseId},.*,Cancelled,`))
  })

  test('is limited and ordered as the list, and is named by the day', async () => {
    expect(await linesOf("?$filter=Status eq 'Cancelled'")).toHaveLength(3)
    expect(await linesOf(`?$search=S-${paid.StorePurchaseId}`)).toHaveLength(3)
    expect(await linesOf('?$search=nothing like it')).toEqual([HEADER, ''])
    const { body } = await bench.good('downloadStoreOrders', bench.mine.get(PATH))
    expect(body.Content).toContain(`S-${paid.StorePurchaseId},`)
    expect(JSON.stringify(body.Headers)).toMatch(/Orders \d{4}-\d\d-\d\d\.csv/)
  })

  test('refuses fields that do not exist, and callers without store:read', async () => {
    for (const query of ['?$filter=Nothing eq 1', '?$orderby=LineItems', '?nothing=1'])
      expect((await bench.mine.get(`${PATH}${query}`)).statusCode, query).toBe(400)
    const other = await bench.server.caller(bench.mine.tenant, ['contacts:read'])
    expect((await other.get(PATH)).statusCode).toBe(403)
    expect((await bench.server.app.inject({ url: PATH })).statusCode).toBe(401)
  })

  test('has no orders of another tenant', async () => {
    const stranger = await bench.server.tenant(['store:read'])
    expect(await linesOf('', stranger)).toEqual([HEADER, ''])
  })
})
