import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashOfLinkKey } from '#kernel/crypto/link-keys'
import { CARD, FULL, INVOICE } from '#test/support/events/cancellations'
import { type ChangesBench, GOLD, openChanges } from '#test/support/events/order-changes'

let bench: ChangesBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openChanges(() => now)
})
afterAll(() => bench.server.close())

const better = (OrderKey: string, id: number | undefined, gold: number, more: object = {}) => ({
  OrderKey,
  Registrations: [{ RegistrationId: id, EventRegistrationTypeId: gold, ...more }],
})
const codeOf = async (call: ReturnType<ChangesBench['change']>) => {
  const response = await call
  return [response.statusCode, response.json().code]
}
/** The order that the cart of a change became. */
const orderOf = ({ CartKey }: { CartKey: string }) =>
  bench.server.database.system.eventOrder.findFirstOrThrow({
    where: { tenantId: bench.mine.tenant.id, keyHash: hashOfLinkKey(CartKey) },
    include: { invoice: true, charge: true },
  })

describe('POST /api/public/events/changeorder/preview/{id} (previewPayerOrderChange)', () => {
  test('shows what a better ticket and an item cost, less what the ticket cost, and changes nothing', async () => {
    const event = await bench.goldCongress()
    const { cart, ids, OrderKey } = await bench.ordered(event)
    const [item] = event.parts.AdditionalItems
    const AdditionalPurchaseItems = [{ ItemId: item?.ItemId, Quantity: 1 }]
    const shown = await bench.preview(event.id, { ...better(OrderKey, ids[0], event.gold), AdditionalPurchaseItems })
    expect(shown.json()).toMatchObject({
      Lines: [
        { Name: 'Gold', Amount: 162.38, Pointer: '/Registrations/0' },
        { Name: 'Parking', Amount: 8.66 },
      ],
      Total: 171.04,
      VoucherAmount: 0,
      ExchangeAmount: 97.43,
      AmountDue: 73.61,
    })
    expect(await bench.statesOf(cart)).toEqual([1, 1])
    const where = { tenantId: bench.mine.tenant.id, eventId: event.id }
    expect(await bench.server.database.system.eventOrder.count({ where })).toBe(1)
  })

  test('is a problem for every other key, event and tenant, and for a bad body', async () => {
    const event = await bench.goldCongress()
    const { ids, OrderKey } = await bench.ordered(event)
    const other = await bench.goldCongress()
    const theirs = await bench.ordered(other)
    expect(await codeOf(bench.preview(event.id, better('x'.repeat(32), ids[0], event.gold)))).toEqual([
      404,
      'not-found',
    ])
    expect(await codeOf(bench.preview(other.id, better(OrderKey, ids[0], other.gold)))).toEqual([404, 'not-found'])
    const foreign = better(OrderKey, theirs.ids[0], event.gold)
    expect(await codeOf(bench.preview(event.id, foreign))).toEqual([422, 'event-rule'])
    const url = `/api/public/events/changeorder/preview/${event.id}`
    const payload = better(OrderKey, ids[0], event.gold)
    const elsewhere = { 'x-tenant-key': bench.theirs.tenant.key }
    expect((await bench.server.app.inject({ method: 'POST', url, headers: elsewhere, payload })).statusCode).toBe(404)
    const wrong = { authorization: 'ApiKey wrong' }
    expect((await bench.server.app.inject({ method: 'POST', url, headers: wrong, payload })).statusCode).toBe(401)
    expect((await bench.preview(event.id, { OrderKey: 'not a key' })).statusCode).toBe(400)
    const [empty, same] = [await bench.preview(event.id, { OrderKey }), better(OrderKey, ids[0], event.full)]
    expect(empty.json().errors).toEqual([{ pointer: '/Registrations', message: 'Choose what to change.' }])
    expect((await bench.preview(event.id, same)).json().errors).toMatchObject([
      { pointer: '/Registrations/0/EventRegistrationTypeId', message: 'This is the same ticket.' },
    ])
  })

  test('refuses a cheaper ticket, what is sold out, and every change after registration has closed', async () => {
    const event = await bench.goldCongress({ RegistrationCloses: '2030-04-15T00:00:00Z' }, { Capacity: 0 })
    const { ids, OrderKey } = await bench.ordered(event)
    const cheaper = await bench.preview(event.id, better(OrderKey, ids[0], event.free))
    expect([cheaper.statusCode, cheaper.json().errors[0].message]).toEqual([
      422,
      'This ticket costs less than the one that you have. Ask the organizer to change it.',
    ])
    expect(await codeOf(bench.preview(event.id, better(OrderKey, ids[0], event.gold)))).toEqual([409, 'order-state'])
    now = new Date('2030-04-15T00:00:01Z')
    const closed = await bench.preview(event.id, better(OrderKey, ids[0], event.gold))
    expect(closed.json().errors).toContainEqual({ pointer: '', message: 'Registration is closed.' })
    now = new Date('2030-03-01T12:00:00Z')
  })
})

describe('POST /api/public/events/changeorder/{id} (changePayerOrder)', () => {
  test('exchanges a ticket for the difference, once', async () => {
    const event = await bench.goldCongress()
    const { cart, ids, OrderKey } = await bench.ordered(event)
    const changed = (await bench.change(event.id, better(OrderKey, ids[0], event.gold))).json()
    expect(changed.Splits).toMatchObject({ ExchangeAmount: 97.43, AmountDue: 64.95 })
    expect(await bench.statesOf(cart)).toEqual([1, 1])
    const done = await bench.payChange(event.id, changed)
    expect(done).toMatchObject({ Status: 0, Data: { Total: 162.38, PaymentStatus: 'Paid' } })
    expect((await bench.payChange(event.id, changed)).Data).toEqual(done.Data)
    await bench.settle()
    expect(await bench.statesOf(cart)).toEqual([15, 1])
    expect(await bench.statesOf(changed)).toEqual([1])
    expect(await bench.moneyOf(cart)).toMatchObject({ open: 0, credited: FULL, captured: 2 * FULL, balance: 0 })
    expect(await bench.moneyOf(changed)).toMatchObject({ open: 0, credited: 0, captured: GOLD - FULL, balance: 0 })
    await bench.balanced()
    const [before, after] = [await bench.orderOf(cart), await orderOf(changed)]
    expect([after.contactId, after.changesOrderId]).toEqual([before.contactId, before.id])
    const [old, taker] = [(await bench.registrationsOf(cart))[0], (await bench.registrationsOf(changed))[0]]
    expect([taker?.contactId, taker?.firstName, taker?.transferredFromId]).toEqual([old?.contactId, 'Noor', old?.id])
  })

  test('returns by both charges what they collected if the new ticket is cancelled, and no more', async () => {
    const event = await bench.goldCongress()
    const { cart, ids, OrderKey } = await bench.ordered(event)
    const changed = (await bench.change(event.id, better(OrderKey, ids[0], event.gold))).json()
    await bench.payChange(event.id, changed)
    await bench.settle()
    await bench.onRegistration(event.id, changed, 0, 'cancel', { RefundPercent: 100 })
    await bench.settle()
    await bench.settle()
    expect(await bench.statesOf(changed)).toEqual([9])
    expect(await bench.moneyOf(changed)).toMatchObject({ open: 0, credited: GOLD, refunded: GOLD - FULL, balance: 0 })
    expect(await bench.moneyOf(cart)).toMatchObject({ open: 0, refunded: FULL, balance: 0 })
    await bench.balanced()
    // The other person of the first order still gets its own money back, and no more.
    await bench.onRegistration(event.id, cart, 1, 'cancel', { RefundPercent: 100 })
    await bench.settle()
    expect(await bench.moneyOf(cart)).toMatchObject({ open: 0, refunded: 2 * FULL, balance: 0 })
    await bench.balanced()
  })

  test('pays what is open of the old ticket first, if nothing was paid', async () => {
    const event = await bench.goldCongress()
    const { cart, ids, OrderKey } = await bench.ordered(event, ['Noor', 'Sam'], INVOICE)
    const changed = (await bench.change(event.id, better(OrderKey, ids[0], event.gold))).json()
    expect(changed.Splits).toMatchObject({ ExchangeAmount: 0, AmountDue: 162.38 })
    expect((await bench.payChange(event.id, changed, INVOICE)).Status).toBe(0)
    expect(await bench.moneyOf(cart)).toMatchObject({ open: FULL, credited: FULL, balance: FULL + GOLD })
    expect((await bench.moneyOf(changed)).open).toBe(GOLD)
    expect([await bench.statesOf(cart), await bench.statesOf(changed)]).toEqual([[15, 3], [3]])
    await bench.balanced()
  })

  test('adds an item within the limit per order, also over several changes', async () => {
    const event = await bench.goldCongress()
    const { OrderKey } = await bench.ordered(event)
    const [item] = event.parts.AdditionalItems
    const adding = (Quantity: number) => ({ OrderKey, AdditionalPurchaseItems: [{ ItemId: item?.ItemId, Quantity }] })
    expect(await codeOf(bench.change(event.id, adding(3)))).toEqual([422, 'event-rule'])
    const added = (await bench.change(event.id, adding(2))).json()
    expect(added).toMatchObject({ Registrations: [], Splits: { Total: 17.32, AmountDue: 17.32 } })
    expect((await bench.payChange(event.id, added)).Status).toBe(0)
    await bench.settle()
    const { invoice, charge } = await orderOf(added)
    expect([Number(invoice?.total), Number(invoice?.balance), Number(charge?.amountCaptured)]).toEqual([
      17.32, 0, 17.32,
    ])
    const more = await bench.change(event.id, adding(1))
    expect(more.json().errors).toMatchObject([{ pointer: '/AdditionalPurchaseItems/0/Quantity' }])
    await bench.balanced()
  })

  test('keeps the seat of the event for a full event, while others wait', async () => {
    const event = await bench.goldCongress({ Capacity: 2, HasWaitingList: true })
    const { cart, ids, OrderKey } = await bench.ordered(event)
    await bench.join(event.id, event.gold, 'Wes')
    // A waiting person wants Gold, which has no limit of its own: the seat of the event is not free for it.
    const changed = (await bench.change(event.id, better(OrderKey, ids[0], event.gold))).json()
    expect((await bench.payChange(event.id, changed)).Status).toBe(0)
    await bench.settle()
    expect([await bench.statesOf(cart), await bench.statesOf(changed)]).toEqual([[15, 1], [1]])
    const where = { tenantId: bench.mine.tenant.id, eventId: event.id, statusId: { in: [1, 5, 14] } }
    expect(await bench.server.database.system.eventRegistration.count({ where })).toBe(2)
  })

  test('is refused while the payment is collected, after a cancellation, and for a ticket of a table', async () => {
    const event = await bench.goldCongress()
    await bench.mails()
    const uncollected = await bench.register(event.id, event.full, ['Noor'], CARD)
    const id = uncollected.Registrations[0]?.RegistrationId
    const early = better(await bench.newestKey(), id, event.gold)
    expect(await codeOf(bench.change(event.id, early))).toEqual([409, 'order-state'])
    await bench.settle()
    expect((await bench.change(event.id, early)).statusCode).toBe(200)
    const own = await bench.ordered(event, ['Pia'])
    await bench.onOrder(event.id, own.cart, 'cancel', { RefundPercent: 0 })
    expect(await codeOf(bench.change(event.id, better(own.OrderKey, own.ids[0], event.gold)))).toEqual([
      409,
      'order-state',
    ])
    const table = await bench.register(event.id, event.table, ['Tom'], INVOICE)
    const ofTable = better(await bench.newestKey(), table.Registrations[0]?.RegistrationId, event.gold)
    expect(await codeOf(bench.change(event.id, ofTable))).toEqual([409, 'registration-state'])
  })

  test('gives the last seat to one of two orders at the same time, and keeps one cart for each order', async () => {
    const event = await bench.goldCongress({}, { Capacity: 1 })
    const [one, two] = [await bench.ordered(event, ['Ann']), await bench.ordered(event, ['Ben'])]
    const both = await Promise.all(
      [one, two].map(({ OrderKey, ids }) => bench.change(event.id, better(OrderKey, ids[0], event.gold))),
    )
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const winner = both[0]?.statusCode === 200 ? one : two
    const first = both.find(({ statusCode }) => statusCode === 200)?.json()
    // Another change replaces the first one, whose seat it takes over.
    const again = (await bench.change(event.id, better(winner.OrderKey, winner.ids[0], event.gold))).json()
    expect((await bench.payChange(event.id, first)).Status).toBe(404)
    const paid = await Promise.all([bench.payChange(event.id, again), bench.payChange(event.id, again)])
    expect(paid.map(({ Status }) => Status)).toEqual([0, 0])
    expect(paid[0]?.Data).toEqual(paid[1]?.Data)
    await bench.settle()
    expect(await bench.moneyOf(again)).toMatchObject({ captured: GOLD - FULL, open: 0, balance: 0 })
    // The ticket is given back once.
    expect(await codeOf(bench.change(event.id, better(winner.OrderKey, winner.ids[0], event.gold)))).toEqual([
      409,
      'registration-state',
    ])
    await bench.balanced()
  })
})
