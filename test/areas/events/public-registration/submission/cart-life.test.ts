import { afterAll, beforeAll, expect, test } from 'vitest'
import { PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { type OpenedSubmissions, openSubmissions, type SavedCart } from '#test/support/events/submitted-registrations'

const MINUTE_MS = 60_000

let bench: RegistrationsBench & OpenedSubmissions
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openSubmissions(() => now)
})
afterAll(() => bench.server.close())

const CARD = { PaymentKind: 'Card', PaymentToken: 'tok_visa' }
const DECLINED = { PaymentKind: 'Card', PaymentToken: 'tok_chargeDeclined' }
const HOSTED = { PaymentKind: 'Hosted', ReturnUrl: '/events/back' }

const later = (minutes: number): void => {
  now = new Date(now.getTime() + minutes * MINUTE_MS)
}

/** Makes a cart that was saved again and again, so that its hour ends in a minute. */
const openOldCart = async () => {
  const { id, full } = await bench.congress({ PaymentKinds: ['Card', 'Hosted', 'Invoice'] })
  const form = { BillingInfo: PAYER, Registrations: [person(full)] }
  const cart = await bench.cart(id, form)
  const { tenantId, id: orderId } = await bench.orderOf(cart)
  const { system } = bench.server.database
  const heldUntil = new Date(now.getTime() + MINUTE_MS)
  const createdAt = new Date(now.getTime() - 59 * MINUTE_MS)
  await system.eventOrder.updateMany({ where: { tenantId, id: orderId }, data: { createdAt, heldUntil } })
  await system.eventRegistration.updateMany({ where: { tenantId, orderId }, data: { heldUntil } })
  return {
    cart,
    submit: (payment: object) => bench.submit(id, cart, payment),
    saveAgain: async () => {
      const CaptchaResponse = await bench.captcha(id)
      return bench.post('register_v2', id, { ...form, CartKey: cart.CartKey, CaptchaResponse })
    },
  }
}

const heldFor = async (cart: SavedCart): Promise<number> =>
  ((await bench.orderOf(cart)).heldUntil?.getTime() ?? 0) - now.getTime()

test('a payment on a page that has begun in the hour of its cart can end after it', async () => {
  const { cart, submit, saveAgain } = await openOldCart()
  const { Data } = await submit(HOSTED)
  later(12)
  expect(await heldFor(cart)).toBeGreaterThan(0)
  expect((await saveAgain()).Status).toBe(404)
  const url = new URL(String(Data?.NextActionUrl)).pathname
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await bench.server.app.inject({ method: 'POST', url, payload: 'card=tok_visa', headers })
  expect(await submit(HOSTED)).toMatchObject({ Status: 0, Data: { PaymentStatus: 'Paid' } })
})

test('no other payment begins after the hour, and seats are not reserved for one', async () => {
  const { cart, submit } = await openOldCart()
  expect(await submit(DECLINED)).toMatchObject({ Status: 402 })
  later(2)
  const before = await heldFor(cart)
  expect(before).toBeGreaterThan(0)
  expect(await submit(CARD)).toMatchObject({ Status: 404 })
  expect([await heldFor(cart), await bench.chargeStates(cart)]).toEqual([before, ['failed']])
})

test('another payment cannot replace the one that is under way after the hour', async () => {
  const { cart, submit } = await openOldCart()
  const { Data } = await submit(HOSTED)
  expect(Data).toMatchObject({ PaymentStatus: 'ActionRequired' })
  later(2)
  expect(await submit(CARD)).toMatchObject({ Status: 404 })
  expect(await bench.chargeStates(cart)).toEqual(['requested'])
})
