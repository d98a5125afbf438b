import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import { drawIdsAfter } from '#test/support/database/own-ids'
import { PROCESSOR } from '#test/support/finance/payment-processor'
import { type Json, refusal } from '#test/support/people/contact-parts'
import { withAdmin } from '#test/support/server/test-server'

const LAST = 5_000_000_000

let bench: StoreBench
beforeAll(async () => {
  bench = await openStore()
  const tables = ['store_cart', 'store_purchase', 'processor_charge']
  await withAdmin(bench.server.url, (owner) => drawIdsAfter(owner, bench.mine.tenant.id, tables, LAST))
})
afterAll(() => bench.server.close())

test('buys, pays, refunds and finds with ids of carts, orders and charges beyond 2^31', async () => {
  const { mine, good, post, settle, readOrder } = bench
  const payer = await bench.person()
  const gift = await bench.item({ kindId: 2, voucherTypeId: 1, voucherValue: 25, price: 25 })
  const cart = await bench.cart(payer, [[gift, 2]])
  expect(cart).toMatchObject({ CartId: LAST + 1, StorePurchaseId: null })
  const changed = { AuditId: cart.AuditId, ContactId: payer, Lines: [{ StoreItemId: gift, Quantity: 3 }] }
  await good('saveStoreCart', post(`/carts/${cart.CartId}`, changed))
  const current = (await good('getStoreCart', mine.get(`${STORE}/carts/${cart.CartId}`))).body
  expect(current).toMatchObject({ CartId: LAST + 1, Total: 75 })

  const order = await bench.order(current)
  expect(order).toMatchObject({ StorePurchaseId: LAST + 1, OrderNumber: `S-${LAST + 1}` })
  await settle()
  expect(await readOrder(order)).toMatchObject({ StorePurchaseId: LAST + 1, Status: 'Paid' })
  const bought = (await mine.get(`${STORE}/carts/${cart.CartId}`)).json()
  expect(bought).toMatchObject({ StorePurchaseId: LAST + 1 })
  const rest = await bench.buy(payer, [[gift, 1]])
  expect(rest.StorePurchaseId).toBe(LAST + 2)

  // Lists: a filter by the id, and a page after a cursor with the id.
  const listed = async (Filter: string) => (await post('/storeorders', { Filter })).json()
  expect(await listed(`StorePurchaseId eq ${LAST + 1}`)).toMatchObject({
    TotalRecordAvailable: '1',
    Results: [{ StorePurchaseId: LAST + 1 }],
  })
  const vouchers = (await mine.get(`${STORE}/vouchers?Filter=StorePurchaseId eq ${LAST + 1}`)).json()
  expect(vouchers).toMatchObject({ TotalRecordAvailable: '3', Results: [{ StorePurchaseId: LAST + 1 }, {}, {}] })
  const first = await mine.get(`${PROCESSOR}/charges?$top=1`)
  expect(first.json().Results).toMatchObject([{ EPaymentTransactionId: LAST + 2 }])
  const second = await mine.get(/<([^>]+)>/.exec(String(first.headers.link))?.[1] ?? '')
  expect(second.json().Results).toMatchObject([{ EPaymentTransactionId: LAST + 1, Amount: 75 }])

  // A refund of the order, and one of a charge without an order.
  await settle()
  const { AuditId, LineItems } = await readOrder(rest)
  const Lines = (LineItems as Json[]).map(({ StoreOrderLineId }) => ({ StoreOrderLineId, Quantity: 1 }))
  await good('refundStoreOrder', post(`/storeorders/${LAST + 2}/refund`, { AuditId, Lines }))
  await settle()
  expect(await readOrder(rest)).toMatchObject({ Status: 'Refunded' })
  const charge = await bench.charge({ Amount: 40, ContactId: payer })
  expect(charge.EPaymentTransactionId).toBe(LAST + 3)
  await good('refundCharge', mine.post(`${PROCESSOR}/charges/${LAST + 3}/refund`, { Amount: 15 }))
  await bench.handleEvents()
  expect(await bench.stored(charge)).toMatchObject({ AmountRefunded: 15 })

  // History and events.
  const { system } = bench.server.database
  const where = { tenantId: mine.tenant.id, entity: 'storeorder', entityId: LAST + 1 }
  expect((await system.auditEntry.findMany({ where })).map(({ entityId }) => entityId)).toContain(LAST + 1)
  expect((await system.outboxEvent.findMany({ where })).map(({ entityId }) => entityId)).toContain(LAST + 1)
})

test.each([
  [`${STORE}/carts/`, 404],
  [`${STORE}/storeorders/`, 404],
  [`${PROCESSOR}/charges/`, 404],
])('GET %s with an id that no record has returns %i, and 400 from 2^53 on', async (path, status) => {
  for (const id of [LAST + 1_000_000, Number.MAX_SAFE_INTEGER])
    expect((await refusal(bench.mine.get(`${path}${id}`)))[0]).toBe(status)
  for (const id of ['9007199254740992', '9223372036854775808'])
    expect((await refusal(bench.mine.get(`${path}${id}`)))[0]).toBe(400)
})

test('a dispute of a charge with an id that no charge has returns 404', async () => {
  for (const id of [String(LAST + 1_000_000), '9007199254740992', '9223372036854775807', '9223372036854775808'])
    expect(await refusal(bench.mine.post(`${PROCESSOR}/disputes/${id}`, {}))).toEqual([404, 'not-found'])
})
