import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CARD, type CancellationsBench, INVOICE, openCancellations } from '#test/support/events/cancellations'
import type { Json } from '#test/support/people/contact-parts'
import { expectShape } from '#test/support/server/contract-shape'

let bench: CancellationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openCancellations(() => now)
})
afterAll(() => bench.server.close())

const HALF = { CanRegistrantsCancel: true, CancellationRules: [{ DaysBefore: 10, RefundPercent: 50 }] }
const PRICE = 97.43

/** The key in the mail to the payer. */
const keyIn = async (): Promise<string> => {
  for (const { html } of await bench.mails()) {
    const [, key] = /cancel\?order=([\w-]+)/.exec(html) ?? []
    if (key) return key
  }
  return ''
}
const post = async (
  operation: 'openorder' | 'cancelorder',
  id: number,
  payload: object,
): Promise<Json & { Data: Json }> => {
  const headers = { 'x-tenant-key': bench.mine.tenant.key }
  const answer = await bench.server.app.inject({
    method: 'POST',
    url: `/api/public/events/${operation}/${id}`,
    headers,
    payload,
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expectShape(operation === 'openorder' ? 'openPayerOrder' : 'cancelPayerOrder', answer.json())
  return answer.json()
}
const registered = async (event: object = HALF, payment: object = CARD) => {
  const { id, full } = await bench.congress(event)
  const cart = await bench.register(id, full, ['Noor', 'Sam'], payment)
  await bench.settle()
  const ids = cart.Registrations.map(({ RegistrationId }) => RegistrationId)
  return { id, cart, ids, OrderKey: await keyIn() }
}

describe('POST /api/public/events/openorder/{id} (openPayerOrder)', () => {
  test('shows what the key of the mail can cancel, and changes nothing', async () => {
    const { id, ids, OrderKey, cart } = await registered()
    expect(OrderKey).not.toBe('')
    expect((await post('openorder', id, { OrderKey })).Data).toMatchObject({
      EventId: id,
      CanCancel: true,
      CancelledIds: ids,
      CreditAmount: 97.44,
      ReturnedAmount: 97.44,
      CurrencyCode: 'USD',
      Registrations: ids.map((RegistrationId) => ({ RegistrationId, CanCancel: true, ParticipantStatusId: 1 })),
    })
    const one = await post('openorder', id, { OrderKey, RegistrationIds: ids.slice(0, 1) })
    expect(one.Data).toMatchObject({ CancelledIds: ids.slice(0, 1), CreditAmount: 48.72 })
    expect(await bench.statesOf(cart)).toEqual([1, 1])
  })

  test('is 404 for every other key and event, and 422 for a registration of another order', async () => {
    const { id, OrderKey } = await registered()
    const other = await registered()
    for (const [event, key] of [
      [id, 'x'.repeat(32)],
      [id, other.OrderKey],
      [other.id, OrderKey],
      [2_000_000_000, OrderKey],
    ] as const)
      expect(await post('openorder', event, { OrderKey: key })).toMatchObject({ Status: 404, Data: null })
    expect(await post('openorder', id, { OrderKey, RegistrationIds: other.ids })).toMatchObject({ Status: 422 })
    const headers = { 'x-tenant-key': bench.theirs.tenant.key }
    const url = `/api/public/events/openorder/${id}`
    const theirs = await bench.server.app.inject({ method: 'POST', url, headers, payload: { OrderKey } })
    expect(theirs.json()).toMatchObject({ Status: 404 })
    const bad = await bench.server.app.inject({ method: 'POST', url, payload: { OrderKey: 'not a key' } })
    expect(bad.statusCode).toBe(400)
  })
})

describe('POST /api/public/events/cancelorder/{id} (cancelPayerOrder)', () => {
  test('cancels one person and then the rest by the rules, for the credit that was shown', async () => {
    const { id, ids, cart, OrderKey } = await registered()
    const one = { OrderKey, RegistrationIds: ids.slice(0, 1) }
    expect(await post('cancelorder', id, { ...one, CreditAmount: PRICE })).toMatchObject({ Status: 409, Data: null })
    expect(await post('cancelorder', id, { ...one, CreditAmount: 48.72 })).toMatchObject({
      Status: 0,
      Data: {
        CanCancel: false,
        CreditAmount: 48.72,
        Registrations: [{ ParticipantStatusId: 7, CanCancel: false }, {}],
      },
    })
    expect(await post('cancelorder', id, { ...one, CreditAmount: 48.72 })).toMatchObject({ Status: 409 })
    expect((await post('cancelorder', id, { OrderKey, CreditAmount: 48.72 })).Status).toBe(0)
    await bench.settle()
    expect(await bench.statesOf(cart)).toEqual([9, 9])
    expect(await bench.moneyOf(cart)).toMatchObject({ open: 0, credited: 9744, refunded: 9744, balance: 0 })
    await bench.balanced()
    expect((await bench.mails()).map(({ subject }) => subject.split(':')[0])).toContain('Cancelled')
  })

  test('is refused when registrants cannot cancel and after the start, except for the waiting list', async () => {
    const closed = await registered({ Capacity: 2, HasWaitingList: true }, INVOICE)
    expect(closed.OrderKey).toBe('')
    const waiting = await bench.join(closed.id, (await bench.registrationsOf(closed.cart))[0]?.typeId, 'Wes')
    const OrderKey = await keyIn()
    expect(await bench.statesOf(waiting)).toEqual([11])
    expect((await post('cancelorder', closed.id, { OrderKey, CreditAmount: 0 })).Status).toBe(0)
    expect(await bench.statesOf(waiting)).toEqual([9])
    const withSeats = await registered()
    const { AuditId } = await bench.read(withSeats.id)
    await bench.good('saveEvent', bench.save(withSeats.id, { AuditId, CanRegistrantsCancel: false }))
    const sent = { OrderKey: withSeats.OrderKey }
    expect((await post('openorder', withSeats.id, sent)).Data).toMatchObject({
      CanCancel: false,
      CancelledIds: [],
      Registrations: [{ CanCancel: false }, { CanCancel: false }],
    })
    for (const more of [
      { CreditAmount: 0 },
      { CreditAmount: 97.44 },
      { RegistrationIds: withSeats.ids, CreditAmount: 97.44 },
    ])
      expect(await post('cancelorder', withSeats.id, { ...sent, ...more })).toMatchObject({ Status: 409, Data: null })
    expect(await bench.statesOf(withSeats.cart)).toEqual([1, 1])
    const started = await registered()
    const before = now
    now = new Date('2030-05-02T08:00:00Z')
    expect((await post('openorder', started.id, { OrderKey: started.OrderKey })).Data).toMatchObject({
      CanCancel: false,
    })
    expect(await post('cancelorder', started.id, { OrderKey: started.OrderKey, CreditAmount: 0 })).toMatchObject({
      Status: 409,
    })
    now = before
  })
})

describe('the page that cancels by the link of a confirmation', () => {
  const page = async (id: number, form: Record<string, string> | string) => {
    const url = `/events/${bench.mine.tenant.key}/${id}/cancel`
    if (typeof form === 'string') return bench.server.app.inject({ url: `${url}?order=${form}` })
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return bench.server.app.inject({ method: 'POST', url, headers, payload: new URLSearchParams(form).toString() })
  }

  test('asks who, shows the credit, and cancels', async () => {
    const { id, ids, cart, OrderKey } = await registered()
    const [first] = ids
    const start = await page(id, OrderKey)
    expect([start.statusCode, start.body.includes(`name="person/${first}"`)]).toEqual([200, true])
    const chosen = { order: OrderKey, [`person/${first}`]: '1' }
    const review = await page(id, { ...chosen, action: 'review' })
    expect(review.body).toContain('$48.72')
    expect(await bench.statesOf(cart)).toEqual([1, 1])
    const done = await page(id, { ...chosen, action: 'cancel', total: '48.72' })
    expect(done.body).toContain('You get a mail about the cancellation.')
    expect(await bench.statesOf(cart)).toEqual([7, 1])
    expect((await page(id, { ...chosen, action: 'cancel', total: '48.72' })).statusCode).toBe(422)
    expect((await page(id, 'x'.repeat(32))).statusCode).toBe(422)
  })
})
