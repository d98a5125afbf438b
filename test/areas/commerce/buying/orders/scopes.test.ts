import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestCaller } from '#test/support/build-app'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import type { Json } from '#test/support/people/contact-parts'

let bench: StoreBench
/** Staff of the store, without rights at the payment processor. */
let seller: TestCaller
beforeAll(async () => {
  bench = await openStore()
  seller = await bench.server.caller(bench.mine.tenant, ['store:read', 'store:write'])
})
afterAll(() => bench.server.close())

const LACKS = [403, 'insufficient-scope']

const attempt = async (path: string, body: object) => {
  const response = await seller.post(`${STORE}${path}`, body)
  return [response.statusCode, response.json().code]
}

const actionsOf = async ({ StorePurchaseId }: Json) =>
  (await seller.get(`${STORE}/storeorders/${StorePurchaseId}`)).json().Actions

describe('money at the payment processor', () => {
  test('is moved by an order, a cancellation or a refund only with the scope of the processor', async () => {
    const item = await bench.item()
    const contact = await bench.person()
    const { CartId, AuditId } = await bench.cart(contact, [[item, 1]])
    const path = `/carts/${CartId}/checkout`
    for (const PaymentMethod of ['Card', 'BankDebit'])
      expect(await attempt(path, { AuditId, PaymentMethod, PaymentToken: 'tok_visa' })).toEqual(LACKS)
    const order = await bench.order({ CartId, AuditId })
    expect(await attempt(`/storeorders/${order.StorePurchaseId}/cancel`, { AuditId: 1 })).toEqual(LACKS)
    await bench.settle()
    const read = await bench.readOrder(order)
    const [line] = read.LineItems as { StoreOrderLineId: number }[]
    const refund = { AuditId: read.AuditId, Lines: [{ StoreOrderLineId: line?.StoreOrderLineId, Quantity: 1 }] }
    expect(await attempt(`/storeorders/${order.StorePurchaseId}/refund`, refund)).toEqual(LACKS)
    expect(await actionsOf(order)).toEqual(['view'])
    expect(read.Actions).toEqual(['view', 'cancel', 'refund'])
  })

  test('is not moved by orders on invoice: the scope of the store is enough', async () => {
    const { CartId, AuditId } = await bench.cart(await bench.person(), [[await bench.item(), 1]])
    const response = await seller.post(`${STORE}/carts/${CartId}/checkout`, { AuditId, PaymentMethod: 'Invoice' })
    const order = response.json()
    expect(await actionsOf(order)).toContain('cancel')
    expect(await attempt(`/storeorders/${order.StorePurchaseId}/cancel`, { AuditId: 1 })).toEqual([200, undefined])
  })
})
