import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEntries, readLedger } from '#test/support/commerce/benefit-entries'
import { openStore, type StoreBench } from '#test/support/commerce/buying'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: StoreBench
beforeAll(async () => {
  bench = await openStore()
})
afterAll(() => bench.server.close())

let made = 0

/** A benefit that reduces the price of an item of the store. */
const benefitFor = async (StoreItemId: number, more: object = {}): Promise<number> => {
  const sent = { Name: `Benefit ${++made}`, StoreItemId, ...more }
  return Number(
    (await bench.good('saveBenefitItem', bench.mine.post('/api/benefits/items/0', sent))).body.BenefitItemId,
  )
}

const give = async (ContactId: number, BenefitItemId: number, AdjustmentQuantity: number) => {
  const BenefitItems = [{ BenefitItemId, AdjustmentQuantity }]
  const sent = { ContactId, BenefitItems, AdjustmentDescription: 'Test' }
  expect((await bench.mine.post('/api/benefitledger/contact/adjustment', sent)).statusCode).toBe(200)
}

const entriesOf = (contactId: number, itemId: number) => readEntries(bench.mine, contactId, itemId)
const ledger = (contactId: number, itemId: number) => readLedger(bench.mine, contactId, itemId)

/** A buyer with pieces of a benefit that makes a counted item free. */
const buyerWith = async (pieces: number, more: object = {}) => {
  const item = await bench.stocked([[20, 4]])
  const contact = await bench.person()
  const benefit = await benefitFor(item, more)
  await give(contact, benefit, pieces)
  return { contact, item, benefit }
}

const cartOf = (ContactId: number, StoreItemId: number, Quantity: number, line: object, more: object = {}) =>
  bench.post('/carts/0', { ContactId, Lines: [{ StoreItemId, Quantity, ...line }], ...more })

/** Buys with a benefit, and captures the payment. */
const buyWith = async (contact: number, item: number, quantity: number, line: object): Promise<Json> => {
  const { body } = await bench.good('saveStoreCart', cartOf(contact, item, quantity, line))
  const order = await bench.order(body)
  await bench.settle()
  return bench.readOrder(order)
}

const lineIdOf = ({ LineItems }: Json): number =>
  (LineItems as { StoreOrderLineId: number }[])[0]?.StoreOrderLineId ?? 0

describe('a cart with benefits (saveStoreCart)', () => {
  test('reduces the price of the pieces before the promotion, and reserves no benefit', async () => {
    const { contact, item, benefit } = await buyerWith(2, { StoreDiscountPercent: 25 })
    const promotion = { Name: 'Two off', DiscountTypeId: 2, DiscountAmount: 2, PromoCode: 'TWO' }
    expect((await bench.mine.post('/api/finance/discounts/0', promotion)).statusCode).toBe(200)
    const line = { BenefitItemId: benefit, BenefitQuantity: 2 }
    const { body } = await bench.good('saveStoreCart', cartOf(contact, item, 3, line, { PromoCode: 'TWO' }))
    expect(body).toMatchObject({ ItemTotal: 30, DiscountTotal: 7, Total: 23 })
    expect(body.Lines).toMatchObject([{ ...line, Discount: 7 }])
    const changed = await bench.good('saveStoreCart', bench.post(`/carts/${body.CartId}`, { AuditId: body.AuditId }))
    expect(changed.body).toMatchObject({ Total: 23, Lines: [line] })
    expect(await ledger(contact, benefit)).toEqual(['Adjusted up 2'])
  })

  test('names the line of a benefit that cannot be used', async () => {
    const { contact, item, benefit } = await buyerWith(2)
    const other = await benefitFor(await bench.item())
    const idle = await benefitFor(item, { IsActive: false })
    const stranger = await bench.person()
    const cases: [contactId: number, line: object, expected: unknown[]][] = [
      [contact, { BenefitItemId: benefit }, [422, '/Lines/0/BenefitQuantity']],
      [stranger, { BenefitItemId: benefit, BenefitQuantity: 1 }, [422, '/Lines/0/BenefitQuantity']],
      [contact, { BenefitItemId: benefit, BenefitQuantity: 4 }, [422, '/Lines/0/BenefitQuantity']],
      [contact, { BenefitQuantity: 1 }, [422, '/Lines/0/BenefitQuantity']],
      [contact, { BenefitItemId: other }, [422, '/Lines/0/BenefitItemId']],
      [contact, { BenefitItemId: idle }, [422, '/Lines/0/BenefitItemId']],
      [contact, { BenefitItemId: 2_000_000_000 }, [422, '/Lines/0/BenefitItemId']],
    ]
    for (const [buyer, line, expected] of cases) expect(await refusal(cartOf(buyer, item, 3, line))).toEqual(expected)
    const sent = { ContactId: contact, Lines: [{ StoreItemId: item, Quantity: 3, BenefitItemId: benefit }] }
    expect((await bench.post('/carts/0', sent)).json()).toMatchObject({ code: 'benefit-used-up' })
  })

  test('does not know the benefits of another tenant', async () => {
    const { benefit } = await buyerWith(1)
    expect((await bench.theirs.get(`/api/benefits/items/${benefit}`)).statusCode).toBe(404)
  })
})

describe('an order with benefits (checkoutStoreCart)', () => {
  test('uses the benefit, names the order in the ledger, and bills the rest', async () => {
    const { contact, item, benefit } = await buyerWith(3)
    const order = await buyWith(contact, item, 3, { BenefitItemId: benefit, BenefitQuantity: 2 })
    expect(order).toMatchObject({ ItemTotal: 30, DiscountTotal: 20, Total: 10, AmountPaid: 10, Balance: 0 })
    expect(order.LineItems).toMatchObject([{ BenefitItemId: benefit, BenefitQuantity: 2, Discount: 20 }])
    const invoice = (await bench.good('getInvoice', bench.mine.get(`/api/finance/invoices/${order.InvoiceId}`))).body
    expect(invoice).toMatchObject({ Total: 10, Lines: [{ DiscountAmount: 20 }] })
    const [used] = await entriesOf(contact, benefit)
    expect(used).toMatchObject({ TransactionType: 'Used', Quantity: -2, Description: `Order ${order.OrderNumber}` })
    expect(await bench.counters(item)).toEqual({ onHand: 17, held: 0, backordered: 0 })
  })

  test('uses the benefit of the business that covers the buyer', async () => {
    const { mine } = bench
    const type = { Name: 'Firm', SystemContactTypeId: 2, CoversPeople: true }
    const { MembershipTypeId } = (await mine.post('/api/membershiptypes/0', type)).json()
    const path = `/api/membershiptypes/${MembershipTypeId}/levels/0`
    const { MembershipLevelId: LevelId } = (await mine.post(path, { Name: 'All', Price: 0 })).json()
    const { contact: firm, item, benefit } = { ...(await buyerWith(1)), contact: await bench.organization() }
    const person = await bench.person()
    await mine.post(`/api/contacts/${person}/roles/0`, { OrganizationContactId: firm })
    const joined = await mine.post('/api/memberships/0', { ContactId: firm, MembershipTypeId, LevelId })
    expect(joined.statusCode, joined.body).toBe(200)
    await give(firm, benefit, 1)
    await buyWith(person, item, 1, { BenefitItemId: benefit })
    expect(await ledger(firm, benefit)).toEqual(['Adjusted up 1', 'Used -1'])
  })

  test('of a price of 0 is placed without a payment, and its refund gives the benefit back', async () => {
    const { contact, item, benefit } = await buyerWith(2)
    const order = await buyWith(contact, item, 2, { BenefitItemId: benefit })
    expect(order).toMatchObject({ Total: 0, Balance: 0, Status: 'Paid' })
    const Lines = [{ StoreOrderLineId: lineIdOf(order), Quantity: 1, IsRestocked: true }]
    const path = `/storeorders/${order.StorePurchaseId}/refund`
    const { body } = await bench.good('refundStoreOrder', bench.post(path, { AuditId: order.AuditId, Lines }))
    expect(body.LineItems).toMatchObject([{ RefundedQuantity: 1 }])
    expect(await ledger(contact, benefit)).toEqual(['Adjusted up 2', 'Used -2', 'Reversed 1'])
    expect(await bench.counters(item)).toEqual({ onHand: 19, held: 0, backordered: 0 })
  })

  test('fails without a trace if the benefit was used since', async () => {
    const { contact, item, benefit } = await buyerWith(1)
    const line = { BenefitItemId: benefit, BenefitQuantity: 1 }
    const first = await cartOf(contact, item, 2, line)
    const second = await cartOf(contact, item, 2, line)
    await bench.order(first.json())
    const { CartId, AuditId } = second.json()
    const rejected = await bench.post(`/carts/${CartId}/checkout`, { AuditId, PaymentToken: 'tok_visa' })
    expect([rejected.statusCode, rejected.json().code]).toEqual([422, 'benefit-used-up'])
    await bench.settle()
    expect(await ledger(contact, benefit)).toEqual(['Adjusted up 1', 'Used -1'])
    const charges = { where: { tenantId: bench.mine.tenant.id, contactId: contact } }
    expect(await bench.server.database.system.processorCharge.count(charges)).toBe(1)
  })

  test('of twenty carts at once, one uses the last piece', async () => {
    const { contact, item, benefit } = await buyerWith(1)
    const line = { BenefitItemId: benefit, BenefitQuantity: 1 }
    const carts: Json[] = []
    for (let at = 0; at < 20; at++) carts.push((await cartOf(contact, item, 1, line)).json())
    const results = await Promise.all(
      carts.map(({ CartId, AuditId }) => bench.post(`/carts/${CartId}/checkout`, { AuditId })),
    )
    expect(results.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(new Set(results.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
    expect(await ledger(contact, benefit)).toEqual(['Adjusted up 1', 'Used -1'])
  })
})

describe('an order that is taken back', () => {
  test('gives the benefits back once: all by a cancellation', async () => {
    const { contact, item, benefit } = await buyerWith(2)
    const order = await buyWith(contact, item, 3, { BenefitItemId: benefit, BenefitQuantity: 2 })
    const path = `/storeorders/${order.StorePurchaseId}/cancel`
    await bench.good('cancelStoreOrder', bench.post(path, { AuditId: order.AuditId }))
    expect(await refusal(bench.post(path, { AuditId: 2 }))).toEqual([409, 'order-state'])
    expect(await ledger(contact, benefit)).toEqual(['Adjusted up 2', 'Used -2', 'Reversed 2'])
    expect(await bench.counters(item)).toEqual({ onHand: 20, held: 0, backordered: 0 })
  })

  test('gives the share of each refund back, and the money agrees', async () => {
    const { contact, item, benefit } = await buyerWith(2)
    let order = await buyWith(contact, item, 4, { BenefitItemId: benefit, BenefitQuantity: 2 })
    const path = `/storeorders/${order.StorePurchaseId}/refund`
    for (const Quantity of [1, 1, 2]) {
      const Lines = [{ StoreOrderLineId: lineIdOf(order), Quantity }]
      await bench.good('refundStoreOrder', bench.post(path, { AuditId: order.AuditId, Lines }))
      await bench.settle()
      order = await bench.readOrder(order)
    }
    expect(order).toMatchObject({ Status: 'Refunded', AmountPaid: 0, Balance: 0 })
    const entries = await ledger(contact, benefit)
    expect(entries.slice(0, 2)).toEqual(['Adjusted up 2', 'Used -2'])
    expect(entries.at(-1)).toBe('Reversed 1')
    expect((await entriesOf(contact, benefit))[0]?.Remaining).toBe(2)
  })

  test('does not give back what staff has reversed', async () => {
    const { contact, item, benefit } = await buyerWith(2)
    const order = await buyWith(contact, item, 2, { BenefitItemId: benefit })
    const [used] = await entriesOf(contact, benefit)
    const reversal = `/api/benefits/transactions/${used?.BenefitTransactionId}/reverse`
    expect((await bench.mine.post(reversal, { Reason: 'Mistake' })).statusCode).toBe(200)
    const path = `/storeorders/${order.StorePurchaseId}/cancel`
    await bench.good('cancelStoreOrder', bench.post(path, { AuditId: order.AuditId }))
    expect((await entriesOf(contact, benefit))[0]?.Remaining).toBe(2)
  })
})
