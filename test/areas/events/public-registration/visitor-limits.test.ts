import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expireCart } from '#areas/events/public-registration/carts/cart-expiry.service'
import { visitorLimit } from '#areas/events/public-registration/carts/visitor-limits.service'
import { systemOf } from '#test/support/events/event-carts'
import { openRegistrations, PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'

let bench: RegistrationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
})
afterAll(() => bench.server.close())

let made = 0
const newAddress = () => `192.0.2.${++made}`
const people = (type: number, count: number) => Array.from({ length: count }, () => person(type))

const register = async (address: string, id: number, Registrations: object[], more: object = {}) => {
  const CaptchaResponse = await bench.captcha(id)
  const form = { BillingInfo: PAYER, Registrations, CaptchaResponse, ...more }
  const response = await bench.postFrom(address, 'register_v2', id, form)
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], body: response.json() }
}

describe('the carts of one address', () => {
  test('can be changed within the limit, and a cart beyond it is refused by itself', async () => {
    const { id, free } = await bench.congress({ Capacity: 20 })
    const address = newAddress()
    const { body } = await register(address, id, people(free, 10))
    const { CartKey } = body.Data
    expect((await register(address, id, people(free, 9), { CartKey })).body.Status).toBe(0)
    const large = await register(address, id, people(free, 11), { CartKey })
    expect(large).toMatchObject({
      status: 200,
      body: { Status: 422, StatusMessage: expect.stringContaining('10 seats') },
    })
  })

  test('are 20 at most, also those that reserve no seat and wait for one', async () => {
    const { id, free } = await bench.congress({ Capacity: 1, HasWaitingList: true })
    const address = newAddress()
    const answers = []
    for (let at = 0; at < 21; at++) answers.push(await register(address, id, people(free, 1)))
    expect(answers.slice(0, 20).map(({ body }) => body.Status)).toEqual(Array(20).fill(0))
    expect(answers[20]?.status).toBe(429)
  })

  test('forget the address when they end', async () => {
    const { id, free } = await bench.congress()
    await register(newAddress(), id, people(free, 1))
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, eventId: id }
    const { id: cartId, visitorHash } = await system.eventOrder.findFirstOrThrow({ where })
    expect(visitorHash?.length).toBe(32)
    now = new Date(now.getTime() + 16 * 60_000)
    await expireCart(await systemOf(bench, () => now), cartId)
    expect(await system.eventOrder.count({ where })).toBe(0)
  })

  test('are not limited for staff', async () => {
    const { id, free } = await bench.congress({ Capacity: 20 })
    const form = { BillingInfo: PAYER, Registrations: people(free, 15) }
    const answer = await bench.mine.post(`/api/public/events/register_v2/${id}`, form)
    expect(answer.json()).toMatchObject({ Status: 0 })
  })
})

describe('the carts of all visitors', () => {
  test('reserve at most half of an event together, until the first of them expires', async () => {
    const { id, free } = await bench.congress({ Capacity: 24 })
    expect(await register(newAddress(), id, people(free, 7))).toMatchObject({ status: 200, body: { Status: 0 } })
    now = new Date(now.getTime() + 60_000)
    expect(await register(newAddress(), id, people(free, 5))).toMatchObject({ status: 200, body: { Status: 0 } })
    const refused = await register(newAddress(), id, people(free, 1))
    expect(refused).toMatchObject({ status: 429, retryAfter: '840', body: { code: 'rate-limited' } })
    const staff = await bench.mine.post(`/api/public/events/register_v2/${id}`, {
      BillingInfo: PAYER,
      Registrations: people(free, 12),
    })
    expect(staff.json()).toMatchObject({ Status: 0 })
    now = new Date(now.getTime() + 14 * 60_000)
    expect(await register(newAddress(), id, people(free, 1))).toMatchObject({ status: 200, body: { Status: 0 } })
  })

  test.each([
    [3, 3],
    [4, 4],
    [5, 4],
    [9, 4],
    [11, 5],
    [24, 12],
  ])('of an event with %s seats have %s of them, also if they are sent at the same time', async (Capacity, seats) => {
    const { id, free } = await bench.congress({ Capacity })
    const sent = await Promise.all(Array.from({ length: seats + 2 }, () => register(newAddress(), id, people(free, 1))))
    expect(sent.filter(({ status, body }) => status === 200 && body.Status === 0)).toHaveLength(seats)
    expect(visitorLimit(Capacity)).toBe(seats)
  })

  test('have no limit together in an event without a capacity, and 100 seats of one address', async () => {
    const { id, free } = await bench.congress()
    const address = newAddress()
    expect(await register(address, id, people(free, 60))).toMatchObject({ body: { Status: 0 } })
    expect(await register(address, id, people(free, 41))).toMatchObject({ status: 429 })
    expect(await register(newAddress(), id, people(free, 41))).toMatchObject({ body: { Status: 0 } })
  })
})

describe('a cart that is saved again and again', () => {
  test('ends an hour after it was created', async () => {
    const { id, free } = await bench.congress()
    const first = await register(newAddress(), id, people(free, 1))
    const { CartKey } = first.body.Data
    const created = now.getTime()
    for (const minutes of [14, 28, 42, 56]) {
      now = new Date(created + minutes * 60_000)
      const { body } = await register(newAddress(), id, people(free, 1), { CartKey })
      const end = created + Math.min(60, minutes + 15) * 60_000
      expect(body).toMatchObject({ Status: 0, Data: { HoldExpires: new Date(end).toISOString() } })
    }
    now = new Date(created + 60 * 60_000)
    expect((await register(newAddress(), id, people(free, 1), { CartKey })).body.Status).toBe(404)
  })
})
