import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { voucherDays } from '#areas/commerce/buying/vouchers/voucher-liability.job'
import { exactShareOf, percentUnits, WHOLE_IN_UNITS } from '#kernel/money/cents'
import { systemScope } from '#kernel/outbox/deliver'
import { addDays } from '#kernel/time/calendar'
import { openStore, STORE, type StoreBench } from '#test/support/commerce/buying'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: StoreBench
let buyer: number
beforeAll(async () => {
  bench = await openStore()
  buyer = await bench.person()
})
afterAll(() => bench.server.close())

interface Sold {
  order: Json
  vouchers: Json[]
}

/** Sells vouchers of one item. */
const sell = async (quantity: number, data: object, more: object = {}): Promise<Sold> => {
  const item = await bench.item({ kindId: 2, voucherTypeId: 1, ...data })
  const order = await bench.buy(buyer, [[item, quantity]], more)
  await bench.settle()
  const filter = `Filter=StorePurchaseId eq ${order.StorePurchaseId}&OrderBy=StoreVoucherId`
  const { body } = await bench.good('listStoreVouchers', bench.mine.get(`${STORE}/vouchers?${filter}`))
  return { order, vouchers: body.Results as Json[] }
}

const priced = (price: number) => ({ price, minPrice: price, maxPrice: price })

const use = async (voucher: Json | undefined, price: number): Promise<Json> => {
  const order = await bench.buy(buyer, [[await bench.item(priced(price)), 1]], { VoucherCodes: [voucher?.Code] })
  await bench.settle()
  return order
}

const cancel = async (order: Json) => {
  const { AuditId } = await bench.readOrder(order)
  const response = await bench.post(`/storeorders/${order.StorePurchaseId}/cancel`, { AuditId })
  await bench.settle()
  return response
}

const refund = async (order: Json, Quantity: number) => {
  const { AuditId, LineItems } = await bench.readOrder(order)
  const Lines = [{ StoreOrderLineId: (LineItems as Json[])[0]?.StoreOrderLineId, Quantity }]
  const response = await bench.post(`/storeorders/${order.StorePurchaseId}/refund`, { AuditId, Lines })
  await bench.settle()
  return response
}

const voided = (voucher: Json | undefined) => bench.post(`/vouchers/${voucher?.StoreVoucherId}/void`)

/** What is owed for vouchers by the books, in cents. */
const owed = async () => Math.round(-(await bench.booked('vouchers')) * 100)
const earned = async () => Math.round(-(await bench.booked('store-income')) * 100)

/** What is owed for vouchers by their own amounts, in cents. */
const owedForEach = async () => {
  const { _sum } = await bench.server.database.system.storeVoucher.aggregate({
    where: { tenantId: bench.mine.tenant.id },
    _sum: { liability: true },
  })
  return Math.round(Number(_sum.liability ?? 0) * 100)
}

/** Expires vouchers, and does the work of the next day. */
const expire = async (vouchers: readonly (Json | undefined)[]) => {
  const { database, app } = bench.server
  const ids = vouchers.map((voucher) => Number(voucher?.StoreVoucherId))
  const where = { tenantId: bench.mine.tenant.id, id: { in: ids } }
  await database.system.storeVoucher.updateMany({ where, data: { expiresOn: new Date('2026-01-31') } })
  const scope = await systemScope({ database, clock: { now: () => new Date() }, log: app.log }, bench.mine.tenant.id)
  const today = new Date().toISOString().slice(0, 10)
  await voucherDays.run(scope, { since: addDays(today, -1), today })
}

describe('the account of vouchers', () => {
  test('a voucher worth more than its price reduces the income when it pays, in proportion', async () => {
    const before = await owed()
    const income = await earned()
    const { vouchers } = await sell(1, { voucherValue: 30, ...priced(20) })
    expect(await owed()).toBe(before + 2000)
    await use(vouchers[0], 15)
    expect([await owed(), await earned()]).toEqual([before + 1000, income + 1000])
    await use(vouchers[0], 15)
    expect([await owed(), await earned()]).toEqual([before, income + 2000])
  })

  test('a percentage that pays less than its price leaves the rest as income, and a cancellation takes it back', async () => {
    const before = await owed()
    const income = await earned()
    const { vouchers } = await sell(1, { voucherTypeId: 2, voucherValue: 10, ...priced(5) })
    const order = await use(vouchers[0], 20)
    expect([await owed(), await earned()]).toEqual([before, income + 2000 + 300])
    expect((await cancel(order)).statusCode).toBe(200)
    expect([await owed(), await earned()]).toEqual([before + 500, income])
  })

  test('vouchers that staff void and that expire are income of the store, until their sale is refunded', async () => {
    const before = await owed()
    const income = await earned()
    const { order, vouchers } = await sell(3, { voucherValue: 10, ...priced(10) })
    await bench.good('voidStoreVoucher', voided(vouchers[0]))
    expect([await owed(), await earned()]).toEqual([before + 2000, income + 1000])
    await expire([vouchers[1]])
    await expire([vouchers[1]])
    expect([await owed(), await earned()]).toEqual([before + 1000, income + 2000])
    expect((await refund(order, 2)).statusCode).toBe(200)
    expect([await owed(), await earned()]).toEqual([before + 1000, income + 0])
    expect(await owedForEach()).toBe(await owed())
  })

  test('a voucher is owed also if its item has a saleable item with an account of its own', async () => {
    const before = await owed()
    const { database } = bench.server
    const tenantId = bench.mine.tenant.id
    const account = await database.system.account.findFirstOrThrow({ where: { tenantId, systemRole: 'store-income' } })
    const feeItem = await database.system.feeItem.create({
      data: { tenantId, name: 'Gift cards', nameKey: 'gift cards', price: 10, accountId: account.id },
    })
    const { vouchers } = await sell(1, { voucherValue: 10, feeItemId: feeItem.id })
    expect(await owed()).toBe(before + 1000)
    await use(vouchers[0], 10)
    expect(await owed()).toBe(before)
  })

  test('an order whose voucher was used in part and then voided is not cancelled', async () => {
    const { order, vouchers } = await sell(1, { voucherValue: 10 })
    await use(vouchers[0], 4)
    await bench.good('voidStoreVoucher', voided(vouchers[0]))
    expect(await refusal(cancel(order))).toEqual([409, 'order-state'])
    expect(await owedForEach()).toBe(await owed())
  })

  test('a voucher that pays nothing of a cart is refused, reserves nothing, and stays owed', async () => {
    const before = await owed()
    const { vouchers } = await sell(1, { voucherTypeId: 2, voucherValue: 1, ...priced(5) })
    const StoreItemId = await bench.item(priced(0.01))
    const cart = { ContactId: buyer, Lines: [{ StoreItemId, Quantity: 1 }], VoucherCodes: [vouchers[0]?.Code] }
    const refused = await bench.post('/carts/0', cart)
    expect([refused.statusCode, refused.json().code]).toEqual([422, 'voucher-not-valid'])
    expect(refused.json().errors).toEqual([{ pointer: '/VoucherCodes/0', message: 'pays for nothing in this cart' }])
    expect(await owed()).toBe(before + 500)
    await use(vouchers[0], 50)
    expect(await owed()).toBe(before)
  })

  test('is the sum of what is owed for each voucher after any history, and nothing when all have ended', async () => {
    await fc.assert(
      fc.asyncProperty(history, async ({ quantity, type, value, price, steps }) => {
        const before = await owed()
        const { order, vouchers } = await sell(quantity, { ...worth(type, value), ...priced(price / 100) })
        const uses: Json[] = []
        for (const { kind, at, cents } of steps) {
          await perform[kind]({ order, uses, voucher: vouchers[at % quantity], cents })
          expect(await owedForEach()).toBe(await owed())
        }
        await expire(vouchers)
        expect([await owedForEach(), await owed()]).toEqual([before, before])
      }),
      { numRuns: 10, examples: [[PAYS_NOTHING]] },
    )
  })
})

interface Step {
  order: Json
  uses: Json[]
  voucher: Json | undefined
  cents: number
}

/** Steps of a history. Those that the server refuses in its state change nothing. */
const perform = {
  use: async ({ uses, voucher, cents }: Step) => {
    const { Status, Type, Value } = (await bench.mine.get(`${STORE}/vouchers/${voucher?.StoreVoucherId}`)).json()
    // A percentage of a few cents can be nothing: such a voucher is refused.
    const pays = Type === 'Amount' || exactShareOf(cents, percentUnits(Value), WHOLE_IN_UNITS) > 0
    if (Status === 'Active' && pays) uses.push(await use(voucher, cents / 100))
  },
  cancelUse: async ({ uses: [first] }: Step) => first && cancel(first),
  refundUse: async ({ uses: [first] }: Step) => first && refund(first, 1),
  void: ({ voucher }: Step) => voided(voucher),
  expire: ({ voucher }: Step) => expire([voucher]),
  refund: ({ order }: Step) => refund(order, 1),
  cancel: ({ order }: Step) => cancel(order),
}

const history = fc.record({
  quantity: fc.integer({ min: 1, max: 3 }),
  type: fc.constantFrom(1, 2, 1),
  value: fc.integer({ min: 1, max: 3000 }),
  price: fc.integer({ min: 1, max: 3000 }),
  steps: fc.array(
    fc.record({
      kind: fc.constantFrom('use', 'use', 'cancelUse', 'refundUse', 'void', 'expire', 'refund', 'cancel'),
      at: fc.nat({ max: 2 }),
      cents: fc.integer({ min: 1, max: 4000 }),
    }),
    { minLength: 1, maxLength: 5 },
  ),
})

/** A voucher for 1 percent in a cart of 1 cent. */
const PAYS_NOTHING: typeof history extends fc.Arbitrary<infer H> ? H : never = {
  quantity: 1,
  type: 2,
  value: 30,
  price: 1,
  steps: [{ kind: 'use', at: 0, cents: 1 }],
}

/** @param value cents of an amount, or thirtieths of a percent. */
const worth = (type: number, value: number) => ({
  voucherTypeId: type,
  voucherValue: type === 1 ? value / 100 : Math.max(0.01, Math.round((value * 100) / 30) / 100),
})
