import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXPIRE_EVENT_CART } from '#areas/events/events/seats/cart-expiry-jobs.service'
import { SETTLE_EVENT_ORDER } from '#areas/events/registrations/payment/settlement.service'
import { OFFER_SEATS } from '#areas/events/waiting-list/offers.service'
import { inTurns, type Race, type RaceCart, startRace } from '#test/support/events/race'
import { openWaitingLists, type WaitingBench } from '#test/support/events/waiting-list'
import { runJobs } from '#test/support/jobs/run-jobs'
import { proofSize } from '#test/support/runner/proof-size'

const REGISTRANTS = proofSize({ reduced: 50, full: 1000 })
const AT_ONCE = proofSize({ reduced: 20, full: 100 })
/** Few, so that the carts of most are paid before the next ones begin. */
const AGAIN_AT_ONCE = 3
const CAPACITY = proofSize({ reduced: 20, full: 100 })

let bench: WaitingBench
let race: Race
beforeAll(async () => {
  bench = await openWaitingLists(() => new Date(), { own: true })
  race = await startRace(bench)
}, 300_000)
afterAll(async () => {
  await race.close()
  await bench.server.close()
})

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

/** What became of a registrant. */
type Outcome = 'sold out' | 'too many' | 'abandoned' | 'declined' | 'paid' | 'waits'

const card = (PaymentToken: string) => ({ PaymentKind: 'Card', PaymentToken })

/** One registrant, from the form to the payment. */
const register = async (at: number, id: number, types: readonly number[]): Promise<Outcome> => {
  const name = { FirstName: `Pat${at}`, LastName: 'Race', EmailAddress: `race${at}@race.example` }
  const saved = await race.send(at, 'POST', `register_v2/${id}`, {
    BillingInfo: name,
    Registrations: [{ EventRegistrationTypeId: types[at % types.length], ...name }],
    CaptchaResponse: await race.captcha(at, id),
  })
  // Carts that are not paid reserve at most half of the event.
  if (saved.code === 'rate-limited') return 'too many'
  if (saved.Status !== 0) {
    expect(saved.Status).toBe(409)
    return 'sold out'
  }
  const cart = saved.Data as unknown as RaceCart
  const course = COURSES[at % COURSES.length]
  if (course === 'abandons') return 'abandoned'
  // A registration that costs nothing asks for no card.
  if (course !== 'pays' && cart.Splits.AmountDue > 0) {
    expect((await race.submit(at, id, cart, card('tok_chargeDeclined'))).Status).toBe(402)
    if (course === 'is declined') return 'declined'
  }
  expect((await race.submit(at + 1, id, cart, card('tok_visa'))).Status).toBe(0)
  return cart.Registrations[0]?.ParticipantStatusId === 11 ? 'waits' : 'paid'
}

const tenantWhere = () => ({ tenantId: bench.mine.tenant.id })

/** Ends the carts and offers of an event now, as time does later. */
const endCarts = async (eventId: number): Promise<void> => {
  const { system } = bench.server.database
  const where = { ...tenantWhere(), eventId }
  await system.eventOrder.updateMany({ where: { ...where, state: 'cart' }, data: { heldUntil: new Date(0) } })
  const reserved = { ...where, heldUntil: { not: null } }
  await system.eventRegistration.updateMany({ where: reserved, data: { heldUntil: new Date(0) } })
  await runJobs(bench.server, EXPIRE_EVENT_CART)
}

/** Offers free seats until no person gets one. Of four people that get one, three accept. Returns how many did. */
const serveWaiting = async (id: number): Promise<number> => {
  let accepted = 0
  for (;;) {
    await runJobs(bench.server, OFFER_SEATS)
    const keys = [...(await bench.offers()).values()]
    if (keys.length === 0) return accepted
    const taken = keys.filter((_, at) => at % 4 !== 3 || keys.length === 1)
    await inTurns(taken, AT_ONCE, async (key, at) => {
      const { Data } = await race.send(at, 'GET', `getenv/${id}/null/${key}`)
      expect((await race.submit(at, id, Data?.Cart as unknown as RaceCart, card('tok_visa'))).Status).toBe(0)
    })
    accepted += taken.length
    await endCarts(id)
  }
}

/** No seat is free for a person that waits: each needs more seats than are left, of the event. */
const expectNoPersonFits = async (eventId: number): Promise<void> => {
  const free = CAPACITY - (await race.countSeats(eventId))
  const waiting = await bench.server.database.system.eventRegistration.findMany({
    where: { ...tenantWhere(), eventId, statusId: 11, heldUntil: null, seats: { gt: 0 } },
  })
  expect(waiting.length).toBeGreaterThan(0)
  expect(waiting.filter(({ seats }) => seats <= free)).toEqual([])
}

/** Each order is paid by its charge, its invoice is settled, and no other charge has money. */
const expectBooksAgree = async (eventId: number): Promise<void> => {
  const { system } = bench.server.database
  const orders = await system.eventOrder.findMany({
    where: { ...tenantWhere(), eventId, state: 'submitted', invoiceId: { not: null } },
    include: { invoice: true, charge: true },
  })
  expect(orders.filter(({ invoice }) => Number(invoice?.balance) !== 0)).toEqual([])
  const due = orders.reduce((sum, { dueAmount }) => sum + Number(dueAmount), 0)
  const charges = await system.processorCharge.groupBy({
    by: ['status'],
    where: tenantWhere(),
    _sum: { amountCaptured: true },
  })
  const captured = charges.find(({ status }) => status === 'succeeded')?._sum.amountCaptured ?? 0
  expect(Number(captured)).toBeCloseTo(due, 2)
  expect(charges.map(({ status }) => status).filter((status) => status === 'authorized')).toEqual([])
}

test(`${REGISTRANTS} registrants for ${CAPACITY} seats over two server processes: never oversold, every seat is filled`, {
  timeout: 3_000_000,
}, async () => {
  const congress = await bench.congress({
    Capacity: CAPACITY,
    HasWaitingList: true,
    TaxSetId: null,
    StartDate: '2035-05-02T08:00:00Z',
  })
  const { id } = congress
  const types = [congress.full, congress.table, congress.free]
  const watcher = race.watch(id)
  const numbers = Array.from({ length: REGISTRANTS }, (_, at) => at)
  const outcomes = await inTurns(numbers, AT_ONCE, (at) => register(at, id, types))
  await runJobs(bench.server, SETTLE_EVENT_ORDER)
  const paid = outcomes.filter((outcome) => outcome === 'paid').length
  const confirmed = { ...tenantWhere(), eventId: id, statusId: 1 }
  const { eventRegistration } = bench.server.database.system
  expect(await eventRegistration.count({ where: confirmed })).toBe(paid)

  // The time of the carts that were not paid runs out. Those that were asked to come again do: more people than seats.
  await endCarts(id)
  const refused = numbers.filter((at) => outcomes[at] === 'too many')
  const again = await inTurns(refused, AGAIN_AT_ONCE, (at) => register(at, id, types))
  await runJobs(bench.server, SETTLE_EVENT_ORDER)
  const paidLater = again.filter((outcome) => outcome === 'paid').length
  // The seats of carts that were not paid are offered to the people that wait.
  await endCarts(id)
  const accepted = await serveWaiting(id)
  await runJobs(bench.server, SETTLE_EVENT_ORDER)
  expect(await watcher.stop()).toBeLessThanOrEqual(CAPACITY)
  expect(await eventRegistration.count({ where: confirmed })).toBe(paid + paidLater + accepted)
  const seated = await eventRegistration.aggregate({ where: confirmed, _sum: { seats: true } })
  expect(await race.countSeats(id)).toBe(seated._sum.seats)
  await expectNoPersonFits(id)
  await expectBooksAgree(id)
})
