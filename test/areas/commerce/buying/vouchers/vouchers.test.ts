import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: StoreBench
let buyer: number
beforeAll(async () => {
  bench = await openStore()
  buyer = await bench.person()
})
afterAll(() => bench.server.close())

/** Sells a voucher item and returns its voucher. */
const sell = async (data: object, isPaid = true): Promise<Json> => {
  const item = await bench.item({ kindId: 2, voucherTypeId: 1, ...data })
  const order = await bench.buy(buyer, [[item, 1]])
  if (isPaid) await bench.settle()
  const filter = `Filter=StorePurchaseId eq ${order.StorePurchaseId}`
  const { body } = await bench.good('listStoreVouchers', bench.mine.get(`${STORE}/vouchers?${filter}`))
  return (body.Results as Json[])[0] ?? {}
}

const read = async ({ StoreVoucherId: id }: Json) =>
  (await bench.good('getStoreVoucher', bench.mine.get(`${STORE}/vouchers/${id}`))).body

describe('GET /api/store/vouchers (listStoreVouchers)', () => {
  test('a voucher for an amount pays several orders, and is money that is owed until then', async () => {
    const before = await bench.booked('vouchers')
    const voucher = await sell({ voucherValue: 15, price: 15, minPrice: 15, maxPrice: 15 })
    expect(voucher).toMatchObject({ Type: 'Amount', Status: 'Active', Value: 15, Remaining: 15 })
    expect(await bench.booked('vouchers')).toBeCloseTo(before - 15, 5)
    const item = await bench.item()
    const first = await bench.buy(buyer, [[item, 1]], { VoucherCodes: [String(voucher.Code).toLowerCase()] })
    expect(first).toMatchObject({ Status: 'Paid', AmountPaid: 10, Balance: 0, DiscountTotal: 0, PaymentStatus: 'None' })
    expect(await read(voucher)).toMatchObject({ Status: 'Active', Remaining: 5 })
    const cart = await bench.cart(buyer, [[item, 1]], { VoucherCodes: [voucher.Code] })
    expect(cart).toMatchObject({ Total: 10, VoucherTotal: 5, AmountDue: 5 })
    const second = await bench.order(cart)
    expect(second).toMatchObject({ AmountPaid: 5, Balance: 5 })
    expect(await read(voucher)).toMatchObject({ Status: 'Used', Remaining: 0, Actions: ['view'] })
    expect(await bench.booked('vouchers')).toBeCloseTo(before, 5)
    await bench.settle()
    expect(await bench.readOrder(second)).toMatchObject({ Status: 'Paid', AmountPaid: 10 })
  })

  test('a percentage and a free item pay once, and are given back with the order', async () => {
    const item = await bench.item({ price: 12, minPrice: 12, maxPrice: 12 })
    const percent = await sell({ voucherTypeId: 2, voucherValue: 25 })
    const free = await sell({ voucherTypeId: 3, voucherItemId: item })
    const VoucherCodes = [free.Code, percent.Code]
    const cart = await bench.cart(buyer, [[item, 2]], { VoucherCodes })
    expect(cart).toMatchObject({ Total: 24, VoucherTotal: 18, AmountDue: 6 })
    const order = await bench.order(cart)
    const again = { ContactId: buyer, Lines: [{ StoreItemId: item, Quantity: 1 }], VoucherCodes: [percent.Code] }
    expect(await refusal(bench.post('/carts/0', again))).toEqual([422, '/VoucherCodes/0'])
    await bench.good('cancelStoreOrder', bench.post(`/storeorders/${order.StorePurchaseId}/cancel`, { AuditId: 1 }))
    for (const voucher of [free, percent]) expect(await read(voucher)).toMatchObject({ Status: 'Active' })
    await bench.settle()
    expect((await bench.mine.get(`/api/finance/contacts/${buyer}/balance`)).json()).toMatchObject({ Balance: 0 })
  })

  test('a part refund gives back to the voucher first', async () => {
    const item = await bench.item()
    const voucher = await sell({ voucherValue: 4 })
    const order = await bench.buy(buyer, [[item, 3]], { VoucherCodes: [voucher.Code] })
    await bench.settle()
    const [line] = order.LineItems as { StoreOrderLineId: number }[]
    const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId ?? 0, Quantity: 1 }]
    await bench.good(
      'refundStoreOrder',
      bench.post(`/storeorders/${order.StorePurchaseId}/refund`, { AuditId: 1, Lines }),
    )
    await bench.settle()
    expect(await read(voucher)).toMatchObject({ Status: 'Active', Remaining: 4 })
    expect(await bench.readOrder(order)).toMatchObject({ AmountPaid: 20, Balance: 0 })
  })
})

describe('GET /api/store/vouchers/{storeVoucherId} (getStoreVoucher)', () => {
  test('cannot be used before its order is paid, nor in two carts', async () => {
    const unpaid = await sell({ voucherValue: 5 }, false)
    expect(unpaid).toMatchObject({ Status: 'Unpaid' })
    const Lines = [{ StoreItemId: await bench.item(), Quantity: 1 }]
    const use = ({ Code }: Json) => bench.post('/carts/0', { ContactId: buyer, Lines, VoucherCodes: [Code] })
    expect(await refusal(use(unpaid))).toEqual([422, '/VoucherCodes/0'])
    await bench.settle()
    const { CartId } = (await bench.good('saveStoreCart', use(unpaid))).body
    expect(await refusal(use(unpaid))).toEqual([422, '/VoucherCodes/0'])
    expect((await bench.mine.delete(`${STORE}/carts/${CartId}`)).statusCode).toBe(200)
    expect((await use(unpaid)).statusCode).toBe(200)
    expect((await bench.theirs.get(`${STORE}/vouchers/${unpaid.StoreVoucherId}`)).statusCode).toBe(404)
  })
})

describe('POST /api/store/vouchers/{storeVoucherId}/void (voidStoreVoucher)', () => {
  test('makes a voucher unusable, once', async () => {
    const voucher = await sell({ voucherValue: 5 })
    const path = `/vouchers/${voucher.StoreVoucherId}/void`
    const { body } = await bench.good('voidStoreVoucher', bench.post(path))
    expect(body).toMatchObject({ Status: 'Void', Actions: ['view'] })
    expect(await refusal(bench.post(path))).toEqual([409, 'voucher-state'])
  })

  test('an order whose voucher was used cannot be cancelled', async () => {
    const voucher = await sell({ voucherValue: 5 })
    await bench.buy(buyer, [[await bench.item(), 1]], { VoucherCodes: [voucher.Code] })
    const path = `/storeorders/${voucher.StorePurchaseId}/cancel`
    expect(await refusal(bench.post(path, { AuditId: 1 }))).toEqual([409, 'order-state'])
  })
})

describe('POST /api/store/storeorders/{storepurchaseid}/refund (refundStoreOrder) of vouchers that were sold', () => {
  /** Sells three vouchers for 10 and a mug. Returns the order with its vouchers. */
  const sellThree = async () => {
    const gift = await bench.item({ kindId: 2, voucherTypeId: 1, voucherValue: 10 })
    const mug = await bench.item()
    const order = await bench.buy(buyer, [
      [gift, 3],
      [mug, 1],
    ])
    await bench.settle()
    const filter = `Filter=StorePurchaseId eq ${order.StorePurchaseId}`
    const vouchers = (await bench.mine.get(`${STORE}/vouchers?${filter}`)).json().Results as Json[]
    return { order, mug, vouchers }
  }

  const refund = async (order: Json, at: number, Quantity: number) => {
    const read = await bench.readOrder(order)
    const line = (read.LineItems as Json[])[at]
    const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId, Quantity }]
    const response = await bench.post(`/storeorders/${order.StorePurchaseId}/refund`, { AuditId: read.AuditId, Lines })
    await bench.settle()
    return response
  }

  test('refunds one that staff voided, and the other lines of a used one', async () => {
    const { order, mug, vouchers } = await sellThree()
    const [voided, used, last] = vouchers
    await bench.good('voidStoreVoucher', bench.post(`/vouchers/${voided?.StoreVoucherId}/void`, { AuditId: 1 }))
    await bench.buy(buyer, [[mug, 1]], { VoucherCodes: [used?.Code] })
    const tooMany = (await refund(order, 0, 3)).json()
    expect(tooMany).toMatchObject({ status: 409, code: 'order-state', detail: expect.stringContaining('2 of them') })
    expect((await refund(order, 0, 1)).statusCode).toBe(200)
    expect(await read(last as Json)).toMatchObject({ Status: 'Active' })
    expect((await refund(order, 1, 1)).statusCode).toBe(200)
    expect((await refund(order, 0, 1)).statusCode).toBe(200)
    expect(await read(last as Json)).toMatchObject({ Status: 'Void' })
    expect((await refund(order, 0, 1)).statusCode).toBe(409)
    expect(await bench.readOrder(order)).toMatchObject({ Status: 'PartlyRefunded', AmountPaid: 10 })
  })
})
