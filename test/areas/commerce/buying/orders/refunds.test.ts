import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore, type StoreBench } from '#test/support/commerce/buying'
import { watchRecords } from '#test/support/commerce/other-participants'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: StoreBench
beforeAll(async () => {
  bench = await openStore()
})
afterAll(() => bench.server.close())

const chargesOf = (contactId: number) =>
  bench.server.database.system.processorCharge.findMany({
    where: { tenantId: bench.mine.tenant.id, contactId },
    orderBy: { id: 'asc' },
  })

describe('POST /api/store/storeorders/{storepurchaseid}/refund (refundStoreOrder)', () => {
  test('credits pieces, returns the money by the charge, and leaves nothing open', async () => {
    const contact = await bench.person()
    const mug = await bench.stocked([[4, 4]])
    const order = await bench.buy(contact, [[mug, 3]])
    const path = `/storeorders/${order.StorePurchaseId}/refund`
    const [line] = order.LineItems as { StoreOrderLineId: number }[]
    const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId ?? 0, Quantity: 1, IsRestocked: true }]
    expect(await refusal(bench.post(path, { AuditId: 1, Lines }))).toEqual([409, 'order-state'])
    await bench.settle()
    const { body } = await bench.good('refundStoreOrder', bench.post(path, { AuditId: 1, Lines }))
    expect(body).toMatchObject({ Status: 'PartlyRefunded', AuditId: 2 })
    await bench.settle()
    expect(await bench.readOrder(order)).toMatchObject({ AmountPaid: 20, Balance: 0, CostTotal: 8 })
    expect(await bench.counters(mug)).toEqual({ onHand: 2, held: 0, backordered: 0 })
    expect((await chargesOf(contact)).map(({ amountRefunded }) => Number(amountRefunded))).toEqual([10])
    const rest = [{ StoreOrderLineId: line?.StoreOrderLineId ?? 0, Quantity: 2 }]
    expect(await refusal(bench.post(path, { AuditId: 2, Lines: [{ ...rest[0], Quantity: 3 }] }))).toEqual([
      422,
      '/Lines/0/Quantity',
    ])
    await bench.good('refundStoreOrder', bench.post(path, { AuditId: 2, Lines: rest }))
    await bench.settle()
    expect(await bench.readOrder(order)).toMatchObject({ Status: 'Refunded', AmountPaid: 0, Balance: 0 })
  })

  test('never opens the invoice while the charge returns the money', async () => {
    const contact = await bench.person()
    const order = await bench.buy(contact, [[await bench.item(), 2]])
    await bench.settle()
    const { AuditId, LineItems } = await bench.readOrder(order)
    const [line] = LineItems as { StoreOrderLineId: number }[]
    const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId ?? 0, Quantity: 1 }]
    const recorded = await watchRecords(bench.server, bench.mine)
    await bench.good('refundStoreOrder', bench.post(`/storeorders/${order.StorePurchaseId}/refund`, { AuditId, Lines }))
    await bench.settle()
    expect(await bench.readOrder(order)).toMatchObject({ AmountPaid: 10, Balance: 0 })
    expect(await recorded()).toEqual({ registrations: new Map(), balances: ['0.00'], invoices: [null] })
  })

  test('returns all the money to the charge, and waits for the refund before', async () => {
    const contact = await bench.person()
    const order = await bench.buy(contact, [[await bench.item(), 6]])
    await bench.settle()
    let read = await bench.readOrder(order)
    const [line] = read.LineItems as { StoreOrderLineId: number }[]
    const path = `/storeorders/${order.StorePurchaseId}/refund`
    const onePiece = { StoreOrderLineId: line?.StoreOrderLineId ?? 0, Quantity: 1 }
    const body = () => ({ AuditId: read.AuditId, Lines: [onePiece] })
    for (let piece = 0; piece < 6; piece++) {
      read = (await bench.good('refundStoreOrder', bench.post(path, body()))).body
      if (piece < 5) expect(await refusal(bench.post(path, body()))).toEqual([409, 'order-state'])
      await bench.settle()
      read = await bench.readOrder(order)
    }
    expect((await chargesOf(contact)).map(({ amountRefunded }) => Number(amountRefunded))).toEqual([60])
    const { OpenCredit, Balance } = (await bench.mine.get(`/api/finance/contacts/${contact}/balance`)).json()
    expect([OpenCredit, Balance]).toEqual([0, 0])
  })

  /** Refunds pieces of the only line of an order, and returns the order after its money was returned. */
  const refundPieces = async (order: Json, Quantity: number, more: object = {}) => {
    const { AuditId, LineItems } = await bench.readOrder(order)
    const [line] = LineItems as Json[]
    const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId, Quantity, ...more }]
    await bench.good('refundStoreOrder', bench.post(`/storeorders/${order.StorePurchaseId}/refund`, { AuditId, Lines }))
    await bench.settle()
    return bench.readOrder(order)
  }

  test('returns pieces that are picked up to stock and their lots, unless staff say that they did not come back', async () => {
    const income = await bench.booked('store-income')
    const mug = await bench.stocked([
      [1, 4],
      [5, 6],
    ])
    const order = await bench.buy(await bench.person(), [[mug, 3]])
    await bench.settle()
    expect(await refundPieces(order, 2)).toMatchObject({ AmountPaid: 10, Balance: 0, CostTotal: 4 })
    expect(await bench.counters(mug)).toEqual({ onHand: 5, held: 0, backordered: 0 })
    expect(await bench.remaining(mug)).toEqual([0, 5])
    expect(await bench.booked('store-income')).toBeCloseTo(income - 10, 5)
    const rest = await refundPieces(order, 1, { IsRestocked: false })
    expect(rest).toMatchObject({ Status: 'Refunded', AmountPaid: 0, Balance: 0, CostTotal: 4 })
    expect(await bench.remaining(mug)).toEqual([0, 5])
    expect(await bench.booked('store-income')).toBeCloseTo(income, 5)
  })

  test('returns pieces before they are sent, and sent ones only if they came back', async () => {
    const { body: method } = await bench.good(
      'saveShippingMethod',
      bench.post('/shippingmethods/0', { Name: 'Counter', Type: 'PickUp', Price: 0 }),
    )
    const mug = await bench.stocked([[4, 5]], { isShipped: true })
    const more = { ShippingMethodId: method.ShippingMethodId }
    const order = await bench.buy(await bench.person(), [[mug, 4]], more)
    await bench.settle()
    const { AuditId, LineItems } = await bench.readOrder(order)
    const [line] = LineItems as Json[]
    const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId, Quantity: 2 }]
    const ship = `/storeorders/${order.StorePurchaseId}/ship`
    await bench.good('shipStoreOrder', bench.post(ship, { AuditId, Lines }))
    expect(await refundPieces(order, 2)).toMatchObject({ CostTotal: 10, AmountPaid: 20 })
    expect(await bench.remaining(mug)).toEqual([2])
    expect(await refundPieces(order, 1)).toMatchObject({ CostTotal: 10, AmountPaid: 10 })
    expect(await bench.remaining(mug)).toEqual([2])
    expect(await refundPieces(order, 1, { IsRestocked: true })).toMatchObject({ CostTotal: 5, AmountPaid: 0 })
    expect(await bench.counters(mug)).toEqual({ onHand: 3, held: 0, backordered: 0 })
    expect(await bench.remaining(mug)).toEqual([3])
  })

  test('excludes what is written off, which was not paid', async () => {
    const contact = await bench.person()
    const order = await bench.buy(contact, [[await bench.item(), 3]], {}, { PaymentMethod: 'Invoice' })
    const writeOff = await bench.mine.post('/api/finance/writeoffs/0', { InvoiceId: order.InvoiceId, Amount: 5 })
    expect(writeOff.statusCode).toBe(200)
    const read = await bench.readOrder(order)
    expect(read).toMatchObject({ AmountPaid: 0, Balance: 25, Status: 'Pending' })
    const [line] = read.LineItems as { StoreOrderLineId: number }[]
    const path = `/storeorders/${order.StorePurchaseId}/refund`
    const refund = (Quantity: number, AuditId: unknown) =>
      bench.post(path, { AuditId, Lines: [{ StoreOrderLineId: line?.StoreOrderLineId ?? 0, Quantity }] })
    expect(await refusal(refund(3, read.AuditId))).toEqual([409, 'written-off'])
    const { body } = await bench.good('refundStoreOrder', refund(2, read.AuditId))
    expect(body).toMatchObject({ Status: 'PartlyRefunded', AmountPaid: 0, Balance: 5, Actions: ['view', 'refund'] })
    const { WriteOffId, AuditId } = writeOff.json()
    expect((await bench.mine.post(`/api/finance/writeoffs/${WriteOffId}/void`, { AuditId })).statusCode).toBe(200)
    expect((await bench.good('refundStoreOrder', refund(1, body.AuditId))).body).toMatchObject({ Status: 'Refunded' })
    const { OpenCredit, Balance } = (await bench.mine.get(`/api/finance/contacts/${contact}/balance`)).json()
    expect([OpenCredit, Balance]).toEqual([0, 0])
  })

  test('excludes a later cancellation, also for pieces that cost nothing', async () => {
    const contact = await bench.person()
    const free = await bench.stocked([[10, 1]], { price: 0, minPrice: 0, maxPrice: 0 })
    const order = await bench.buy(contact, [
      [await bench.item(), 1],
      [free, 3],
    ])
    await bench.settle()
    const { AuditId, LineItems } = await bench.readOrder(order)
    const line = (LineItems as { StoreItemId: number; StoreOrderLineId: number }[]).find(
      ({ StoreItemId }) => StoreItemId === free,
    )
    const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId ?? 0, Quantity: 3, IsRestocked: true }]
    const path = `/storeorders/${order.StorePurchaseId}`
    const { body } = await bench.good('refundStoreOrder', bench.post(`${path}/refund`, { AuditId, Lines }))
    expect(body.Actions).not.toContain('cancel')
    const cancellation = bench.post(`${path}/cancel`, { AuditId: body.AuditId })
    expect(await refusal(cancellation)).toEqual([409, 'order-state'])
    expect(await bench.counters(free)).toEqual({ onHand: 10, held: 0, backordered: 0 })
  })

  test('is not offered for an order whose contact is deleted, and returns 409', async () => {
    const contact = await bench.person()
    const order = await bench.buy(contact, [[await bench.item(), 1]])
    await bench.settle()
    expect((await bench.readOrder(order)).Actions).toContain('refund')
    expect((await bench.mine.delete(`/api/contacts/${contact}/1`)).statusCode).toBe(200)
    const { AuditId, LineItems, Actions } = await bench.readOrder(order)
    expect(Actions).toEqual(['view', 'cancel'])
    const [line] = LineItems as { StoreOrderLineId: number }[]
    const Lines = [{ StoreOrderLineId: line?.StoreOrderLineId ?? 0, Quantity: 1 }]
    const refund = bench.post(`/storeorders/${order.StorePurchaseId}/refund`, { AuditId, Lines })
    expect(await refusal(refund)).toEqual([409, 'contact-deleted'])
  })
})
