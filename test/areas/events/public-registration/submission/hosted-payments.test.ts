import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventOrderTasks } from '#areas/events/public-registration/registration.job'
import { COMPLETE_HOSTED_ORDER } from '#areas/events/public-registration/submission/hosted-orders.service'
import { CANCEL_EVENT } from '#areas/events/registrations/event-cancellation/event-cancellations.service'
import { SETTLE_EVENT_ORDER } from '#areas/events/registrations/payment/settlement.service'
import { ABANDON_ATTEMPT } from '#areas/finance/payment-processor/attempts/attempts.service'
import type { Task } from '#kernel/jobs/task'
import { PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { type OpenedSubmissions, openSubmissions, type SavedCart } from '#test/support/events/submitted-registrations'
import { failuresIn } from '#test/support/integration/failures'
import { runJobs } from '#test/support/jobs/run-jobs'

let bench: RegistrationsBench & OpenedSubmissions
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openSubmissions(() => now)
})
afterAll(() => bench.server.close())

const CARD = { PaymentKind: 'Card', PaymentToken: 'tok_visa' }
const HOSTED = { PaymentKind: 'Hosted', ReturnUrl: '/events/back' }

const openCart = async (more: object = {}) => {
  const { id, AuditId, full } = await bench.congress({ PaymentKinds: ['Card', 'Hosted', 'Invoice'], ...more })
  const cart = await bench.cart(id, { BillingInfo: PAYER, Registrations: [person(full)] })
  return { id, AuditId, cart, submit: (payment: object) => bench.submit(id, cart, payment) }
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

/** Runs the job that looks at open pages, some minutes later. */
const checkPages = async () => {
  now = new Date(now.getTime() + 3 * 60_000)
  const task: Task = async (context, payload) =>
    eventOrderTasks(bench.server.app.processorTools)[COMPLETE_HOSTED_ORDER]?.(
      { ...context, clock: { now: () => now } },
      payload,
    )
  await runJobs(bench.server, COMPLETE_HOSTED_ORDER, { [COMPLETE_HOSTED_ORDER]: task })
}

const attemptStates = async (cart: SavedCart) => {
  const { tenantId, id: eventOrderId } = await bench.orderOf(cart)
  const where = { tenantId, eventOrderId }
  const attempts = await bench.server.database.system.paymentAttempt.findMany({ where, orderBy: { id: 'asc' } })
  return attempts.map(({ state }) => state)
}

const settle = async () => {
  await runJobs(bench.server, SETTLE_EVENT_ORDER)
  await runJobs(bench.server, ABANDON_ATTEMPT)
}

test('charges no gateway account of another currency, on a page or by card, and offers neither', async () => {
  const { id, cart, submit } = await openCart()
  const { processorAccount } = bench.server.database.system
  const setCurrency = (currencyCode: string) =>
    processorAccount.updateMany({ where: { tenantId: bench.mine.tenant.id }, data: { currencyCode } })
  await setCurrency('EUR')
  expect(await submit(HOSTED)).toMatchObject({ Status: 422 })
  expect(await submit(CARD)).toMatchObject({ Status: 422 })
  const { Data } = (await bench.mine.get(`/api/public/events/getenv/${id}`)).json()
  await setCurrency('USD')
  expect(Data.PaymentOptions).toMatchObject([{ Kind: 'Invoice' }])
  expect(await bench.chargeStates(cart)).toEqual([])
})

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
  expect(await attemptStates(cart)).toEqual(['abandoned'])
  await settle()
  await payOn(page)
  expect(await bench.chargeStates(cart)).toEqual(['canceled'])
  expect(await submit(HOSTED)).toMatchObject({ Data: { PaymentStatus: 'Open', AmountPaid: 0 } })
})

test('places the order of a paid page whose payer does not return', async () => {
  const { id, cart, submit } = await openCart()
  const page = await openPage(id, cart)
  await checkPages()
  expect(await bench.statesOf(cart)).toEqual([14])
  expect(await payOn(page)).toBe(303)
  await checkPages()
  expect(await bench.statesOf(cart)).toEqual([1])
  await settle()
  expect(await bench.chargeStates(cart)).toEqual(['succeeded'])
  expect(await submit(HOSTED)).toMatchObject({ Data: { PaymentStatus: 'Paid', Balance: 0 } })
})

test('releases the payment of a page when its cart can no longer be submitted', async () => {
  const { id, AuditId, cart } = await openCart({ Capacity: 1 })
  expect(await payOn(await openPage(id, cart))).toBe(303)
  await bench.good('saveEvent', bench.save(id, { AuditId, Capacity: 0 }))
  await checkPages()
  expect(await attemptStates(cart)).toEqual(['abandoned'])
  const { tenantId, id: orderId } = await bench.orderOf(cart)
  const of = `eventorder ${orderId}`
  const rejected = { kind: 'paidCartRejected', level: 5, type: 'Payment', of }
  expect((await failuresIn(bench.server, tenantId)).filter((one) => one.of === of)).toMatchObject([rejected])
  await settle()
  expect(await bench.chargeStates(cart)).toEqual(['canceled'])
  expect(await bench.statesOf(cart)).toEqual([14])
})

test.each([false, true])('releases the payment of a page when its event is cancelled (paid: %s)', async (isPaid) => {
  const { id, AuditId, cart, submit } = await openCart()
  const page = await openPage(id, cart)
  if (isPaid) expect(await payOn(page)).toBe(303)
  const cancelled = await bench.mine.post(`/api/events/${id}/cancel`, { AuditId })
  expect(cancelled.statusCode, cancelled.body).toBe(200)
  await runJobs(bench.server, CANCEL_EVENT)
  expect(await attemptStates(cart)).toEqual(['abandoned'])
  await settle()
  await payOn(page)
  await checkPages()
  expect(await bench.chargeStates(cart)).toEqual(['canceled'])
  expect(await submit(HOSTED)).toMatchObject({ Data: null })
})
