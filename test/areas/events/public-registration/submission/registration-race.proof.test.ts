import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPIRE_EVENT_CART } from '#areas/events/public-registration/carts/cart-expiry.service'
import { takenSql } from '#areas/events/public-registration/seats/seats.sql'
import { SETTLE_EVENT_ORDER } from '#areas/events/registrations/payment/settling-jobs.service'
import type { RegistrationCaptcha } from '#contract/events/public-registration'
import type { RegistrationsBench } from '#test/support/api/registrations'
import { type OpenedSubmissions, openSubmissions } from '#test/support/api/submitted-registrations'
import { proofSize } from '#test/support/proof-size'
import { runJobs } from '#test/support/run-jobs'
import { type ServerChild, startServerChild } from '#test/support/server-child'
import { encodeSolution, solveCaptcha } from '#test/support/solve-captcha'

const REGISTRANTS = proofSize({ reduced: 80, full: 1000 })
const AT_ONCE = proofSize({ reduced: 20, full: 100 })
const CAPACITY = proofSize({ reduced: 30, full: 100 })

let bench: RegistrationsBench & OpenedSubmissions
let servers: ServerChild[] = []
beforeAll(async () => {
  bench = await openSubmissions(() => new Date(), { own: true })
  const rates = ['CREDENTIAL', 'TENANT', 'ADDRESS'].map((name) => [`RATE_LIMIT_PER_${name}`, '10000000'])
  const env = { ...Object.fromEntries(rates), CAPTCHA_MAX_NUMBER: '1000' }
  servers = [await startServerChild(bench.server.url, env), await startServerChild(bench.server.url, env)]
}, 300_000)
afterAll(async () => {
  for (const { process } of servers) process.kill('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
  await bench.server.close()
})

interface Response {
  Status: number
  Data: Record<string, unknown> | null
}

/** Sends a request to one of the servers, and repeats it as long as the server is busy (503), as clients do. */
const send = async (at: number, method: string, path: string, body?: object): Promise<Response> => {
  const response = await fetch(`http://127.0.0.1:${servers[at % 2]?.port}/api/public/events/${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-tenant-key': bench.mine.tenant.key },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (response.status === 503) return send(at + 1, method, path, body)
  expect(response.status, text).toBe(200)
  return JSON.parse(text) as Response
}

const captcha = async (at: number, id: number): Promise<string> => {
  const { Data } = await send(at, 'GET', `getenv/${id}`)
  return encodeSolution(solveCaptcha(Data?.Captcha as NonNullable<RegistrationCaptcha>))
}

type Course = 'pays' | 'abandons' | 'is declined' | 'is declined once'
const COURSES: readonly Course[] = [
  'pays',
  'pays',
  'abandons',
  'pays',
  'is declined',
  'pays',
  'is declined once',
  'pays',
]

interface Cart {
  CartKey: string
  Registrations: { RegistrationId: number; ParticipantStatusId: number }[]
  Splits: { AmountDue: number }
}

/** What became of a registrant. */
type Outcome = 'sold out' | 'abandoned' | 'declined' | 'paid' | 'waits'

const submit = async (at: number, id: number, cart: Cart, PaymentToken: string): Promise<Response> =>
  send(at, 'POST', `submit/${id}`, {
    ...{ CartKey: cart.CartKey, PaymentKind: 'Card', PaymentToken, ExpectedTotal: cart.Splits.AmountDue },
    CaptchaResponse: await captcha(at, id),
  })

/** One registrant, from the form to the payment. */
const register = async (at: number, id: number, types: readonly number[]): Promise<Outcome> => {
  const name = { FirstName: 'Pat', LastName: `Race ${at}`, EmailAddress: `race${at}@race.example` }
  const saved = await send(at, 'POST', `register_v2/${id}`, {
    ...{ BillingInfo: name, Registrations: [{ EventRegistrationTypeId: types[at % types.length], ...name }] },
    CaptchaResponse: await captcha(at, id),
  })
  if (saved.Status !== 0) {
    expect(saved.Status).toBe(409)
    return 'sold out'
  }
  const cart = saved.Data as unknown as Cart
  const course = COURSES[at % COURSES.length]
  if (course === 'abandons') return 'abandoned'
  // A registration that costs nothing asks for no card.
  if (course !== 'pays' && cart.Splits.AmountDue > 0) {
    expect((await submit(at, id, cart, 'tok_chargeDeclined')).Status).toBe(402)
    if (course === 'is declined') return 'declined'
  }
  const paid = await submit(at + 1, id, cart, 'tok_visa')
  expect(paid.Status).toBe(0)
  return cart.Registrations[0]?.ParticipantStatusId === 11 ? 'waits' : 'paid'
}

/** The seats that count now. */
const countSeats = async (eventId: number): Promise<number> => {
  const { system } = bench.server.database
  const event = { tenantId: bench.mine.tenant.id, eventId, now: new Date(), exceptOrderId: 0 }
  const rows = await system.$queryRaw<{ kind: string; taken: number }[]>(takenSql(event))
  return rows.filter(({ kind }) => kind === 'type').reduce((sum, { taken }) => sum + taken, 0)
}

/** Runs work for each number, some at once. */
const inTurns = async (count: number, atOnce: number, work: (at: number) => Promise<Outcome>): Promise<Outcome[]> => {
  const results: Outcome[] = []
  let next = 0
  const run = async () => {
    while (next < count) {
      const at = next++
      results[at] = await work(at)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return results
}

test(`${REGISTRANTS} registrants for ${CAPACITY} seats over two server processes: never oversold, all who paid have a seat`, {
  timeout: 3_000_000,
}, async () => {
  const { system } = bench.server.database
  const tenantId = bench.mine.tenant.id
  const congress = await bench.congress({
    Capacity: CAPACITY,
    HasWaitingList: true,
    TaxSetId: null,
    StartDate: '2035-05-02T08:00:00Z',
  })
  const types = [congress.full, congress.table, congress.free]
  let most = 0
  let isOver = false
  const watch = (async () => {
    while (!isOver) most = Math.max(most, await countSeats(congress.id))
  })()
  const outcomes = await inTurns(REGISTRANTS, AT_ONCE, (at) => register(at, congress.id, types))
  isOver = true
  await watch
  expect(most).toBeLessThanOrEqual(CAPACITY)
  await runJobs(bench.server, SETTLE_EVENT_ORDER)

  const where = { tenantId, eventId: congress.id }
  const paid = outcomes.filter((outcome) => outcome === 'paid')
  const confirmed = await system.eventRegistration.findMany({ where: { ...where, statusId: 1 } })
  expect(confirmed).toHaveLength(paid.length)
  // Carts that nobody paid: their time runs out, and their seats are free.
  await system.eventOrder.updateMany({ where: { ...where, state: 'cart' }, data: { heldUntil: new Date(0) } })
  await system.eventRegistration.updateMany({ where: { ...where, statusId: 14 }, data: { heldUntil: new Date(0) } })
  await runJobs(bench.server, EXPIRE_EVENT_CART)
  expect(await countSeats(congress.id)).toBe(confirmed.reduce((sum, { seats }) => sum + seats, 0))

  // Money agrees with the books: each order is paid by its charge, and no other charge has money.
  const orders = await system.eventOrder.findMany({
    where: { ...where, state: 'submitted', invoiceId: { not: null } },
    include: { invoice: true, charge: true },
  })
  expect(orders.filter(({ invoice }) => Number(invoice?.balance) !== 0)).toEqual([])
  const due = orders.reduce((sum, { dueAmount }) => sum + Number(dueAmount), 0)
  const charges = await system.processorCharge.groupBy({
    by: ['status'],
    where: { tenantId },
    _sum: { amountCaptured: true },
  })
  const captured = charges.find(({ status }) => status === 'succeeded')?._sum.amountCaptured ?? 0
  expect(Number(captured)).toBeCloseTo(due, 2)
  expect(charges.map(({ status }) => status).filter((status) => status === 'authorized')).toEqual([])
})
