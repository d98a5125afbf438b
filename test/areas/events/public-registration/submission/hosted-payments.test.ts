import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETTLE_EVENT_ORDER } from '#areas/events/registrations/payment/settling-jobs.service'
import { ABANDON_ATTEMPT } from '#areas/finance/payment-processor/attempts/attempts.service'
import { PAYER, person, type RegistrationsBench } from '#test/support/api/registrations'
import { type OpenedSubmissions, openSubmissions, type SavedCart } from '#test/support/api/submitted-registrations'
import { runJobs } from '#test/support/run-jobs'

let bench: RegistrationsBench & OpenedSubmissions
beforeAll(async () => {
  bench = await openSubmissions(() => new Date('2030-03-01T12:00:00Z'))
})
afterAll(() => bench.server.close())

const CARD = { PaymentKind: 'Card', PaymentToken: 'tok_visa' }
const HOSTED = { PaymentKind: 'Hosted', ReturnUrl: '/events/back' }

const openCart = async () => {
  const { id, full } = await bench.congress({ PaymentKinds: ['Card', 'Hosted', 'Invoice'] })
  const cart = await bench.cart(id, { BillingInfo: PAYER, Registrations: [person(full)] })
  return { id, cart, submit: (payment: object) => bench.submit(id, cart, payment) }
}

/** Submits a cart to be paid on a page; returns the path of the page. */
const openPage = async (id: number, cart: SavedCart): Promise<string> => {
  const { Data } = await bench.submit(id, cart, HOSTED)
  expect(Data).toMatchObject({ PaymentStatus: 'ActionRequired' })
  return new URL(String(Data?.NextActionUrl)).pathname
}

/** Returns the status of the response: 303 if the page leads the payer back. */
const payOn = async (url: string): Promise<number> => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { statusCode } = await bench.server.app.inject({ method: 'POST', url, payload: 'card=tok_visa', headers })
  return statusCode
}

const settle = async () => {
  await runJobs(bench.server, SETTLE_EVENT_ORDER)
  await runJobs(bench.server, ABANDON_ATTEMPT)
}

test('accepts a card instead of a page, and closes the page', async () => {
  const { id, cart, submit } = await openCart()
  const page = await openPage(id, cart)
  expect(await submit(CARD)).toMatchObject({ Status: 0, Data: { PaymentStatus: 'Paid' } })
  await settle()
  await payOn(page)
  expect(await bench.chargeStates(cart)).toEqual(['canceled', 'succeeded'])
})

test('accepts a page after a declined card, and then another card', async () => {
  const { id, cart, submit } = await openCart()
  expect(await submit({ ...CARD, PaymentToken: 'tok_chargeDeclined' })).toMatchObject({ Status: 402 })
  await openPage(id, cart)
  expect(await submit({ ...CARD, PaymentToken: 'tok_chargeDeclined' })).toMatchObject({ Status: 402 })
  expect(await submit(CARD)).toMatchObject({ Data: { PaymentStatus: 'Paid' } })
  await settle()
  expect(await bench.chargeStates(cart)).toEqual(['failed', 'canceled', 'failed', 'succeeded'])
})

test('releases what was authorized on a page when the payer chooses a card, and charges once', async () => {
  const { id, cart, submit } = await openCart()
  expect(await payOn(await openPage(id, cart))).toBe(303)
  expect(await submit(CARD)).toMatchObject({ Data: { PaymentStatus: 'Paid' } })
  await settle()
  expect(await bench.chargeStates(cart)).toEqual(['canceled', 'succeeded'])
})

test.each([false, true])('leaves the order to an invoice, and closes the page (paid: %s)', async (isPaid) => {
  const { id, cart, submit } = await openCart()
  const page = await openPage(id, cart)
  if (isPaid) expect(await payOn(page)).toBe(303)
  expect(await submit({ PaymentKind: 'Invoice' })).toMatchObject({ Data: { PaymentStatus: 'Open' } })
  await settle()
  await payOn(page)
  expect(await bench.chargeStates(cart)).toEqual(['canceled'])
  expect(await submit(HOSTED)).toMatchObject({ Data: { PaymentStatus: 'Open', AmountPaid: 0 } })
})
