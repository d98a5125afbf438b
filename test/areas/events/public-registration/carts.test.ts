import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registrationTasks } from '#areas/events/public-registration/registration.job'
import type { Task } from '#kernel/jobs/task'
import { faultsOf, openRegistrations, PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { runJobs } from '#test/support/jobs/run-jobs'

let bench: RegistrationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openRegistrations(() => now)
})
afterAll(() => bench.server.close())

interface Row {
  RegistrationId: number
  Pointer: string
  DisplayName: string | null
  ParticipantStatusId: number
}
interface Cart {
  CartKey: string
  HoldExpires: string
  Registrations: Row[]
  Splits: { Lines: { Pointer: string }[]; AmountDue: number }
}

/** Registers as a stranger with a solved captcha. */
const register = async (id: number, form: object, operation: 'register' | 'register_v2' = 'register_v2') => {
  const answer = await bench.post(operation, id, { CaptchaResponse: await bench.captcha(id), ...form })
  return { ...answer, cart: answer.Data as unknown as Cart }
}
const form = (...types: unknown[]) => ({ BillingInfo: PAYER, Registrations: types.map((type) => person(type)) })
const seatsLeft = async (id: number) => {
  const answer = await bench.environment(`${id}`)
  const { Event } = answer.Data as { Event: { SeatsLeft: number } }
  return Event.SeatsLeft
}

describe('POST /api/public/events/register_v2/{id} (registerAttendeesV2)', () => {
  test('reserves seats for 15 minutes, at the price of splits', async () => {
    const { id, full, parts } = await bench.congress({ Capacity: 10 })
    const sent = {
      ...form(full, full),
      Sponsorships: [
        { SponsorshipTierId: parts.SponsorshipTiers[0]?.SponsorshipTierId, SponsorName: ' Crest  Pottery ' },
      ],
      Exhibitors: [{ ExhibitorTypeId: parts.ExhibitorTypes[0]?.ExhibitorTypeId }],
      AdditionalPurchaseItems: [{ ItemId: parts.AdditionalItems[0]?.ItemId, Quantity: 2 }],
      DonationItems: [{ ItemId: parts.Donations[0]?.ItemId, Amount: 20 }],
    }
    const { cart, ...answer } = await register(id, sent)
    expect(answer).toMatchObject({ Status: 0, Errors: [] })
    expect(cart).toMatchObject({
      EventId: id,
      HoldExpires: '2030-03-01T12:15:00.000Z',
      Registrations: [0, 1].map((at) => ({
        Pointer: `/Registrations/${at}`,
        DisplayName: 'Dana Reyes',
        EventRegistrationTypeId: full,
        ParticipantStatusId: 14,
        ParticipantStatus: 'In cart',
      })),
    })
    expect(cart.Splits).toEqual((await bench.post('splits', id, sent)).Data)
    expect(await seatsLeft(id)).toBe(8)
    const { Data } = await bench.environment(`${id}/null/${cart.CartKey}`)
    expect(Data?.Cart).toEqual(cart)
  })

  test('replaces the cart of a key, and releases what the form leaves out', async () => {
    const { id, full, free } = await bench.congress({ Capacity: 3 })
    const { cart } = await register(id, form(full, free, free))
    expect((await register(id, form(free))).Status).toBe(409)
    now = new Date(now.getTime() + 60_000)
    const RegistrationId = cart.Registrations[2]?.RegistrationId
    const kept = person(free, { RegistrationId, BadgeName: 'Dee' })
    const changed = await register(id, { ...form(), Registrations: [kept], CartKey: cart.CartKey })
    expect(changed.cart).toMatchObject({
      CartKey: cart.CartKey,
      HoldExpires: '2030-03-01T12:16:00.000Z',
      Registrations: [{ RegistrationId, Pointer: '/Registrations/0', DisplayName: 'Dee' }],
    })
    expect(await seatsLeft(id)).toBe(2)
    const stolen = person(free, { RegistrationId })
    expect(faultsOf(await register(id, { ...form(), Registrations: [stolen] }))).toEqual([
      ['/Registrations/0/RegistrationId', 'unknown'],
    ])
  })

  test('deletes the cart when its time has run out', async () => {
    const { id, free } = await bench.congress({ Capacity: 1 })
    const { cart } = await register(id, form(free))
    const { system } = bench.server.database
    const where = { tenantId: bench.mine.tenant.id, eventId: id }
    now = new Date(now.getTime() + 15 * 60_000)
    expect(await seatsLeft(id)).toBe(1)
    expect(await register(id, { ...form(free), CartKey: cart.CartKey })).toMatchObject({ Status: 404, Data: null })
    expect(await bench.environment(`${id}/null/${cart.CartKey}`)).toMatchObject({ Status: 404, Data: null })
    const expire: Task = async (context, payload) =>
      registrationTasks.expire_event_cart?.({ ...context, clock: { now: () => now } }, payload)
    await runJobs(bench.server, 'expire_event_cart', { expire_event_cart: expire })
    expect([await system.eventOrder.count({ where }), await system.eventRegistration.count({ where })]).toEqual([0, 0])
  })

  test('puts people on the waiting list when it is sold out, and charges nothing for them', async () => {
    const { id, free, full } = await bench.congress({ Capacity: 1, HasWaitingList: true })
    await register(id, form(free))
    const { cart } = await register(id, form(full))
    expect(cart).toMatchObject({ Registrations: [{ ParticipantStatusId: 11 }], Splits: { Lines: [], AmountDue: 0 } })
  })

  test('accepts each captcha once, and needs none from staff', async () => {
    const { id, free } = await bench.congress()
    expect(faultsOf(await bench.post('register_v2', id, form(free)))).toEqual([['/CaptchaResponse', 'captcha']])
    const CaptchaResponse = await bench.captcha(id)
    expect((await bench.post('register_v2', id, { ...form(free), CaptchaResponse })).Status).toBe(0)
    expect((await bench.post('register_v2', id, { ...form(free), CaptchaResponse })).Status).toBe(422)
    const url = `/api/public/events/register_v2/${id}`
    for (const more of [{ DisableCaptchaCheck: true }, {}])
      expect((await bench.mine.post(url, { ...form(free), ...more })).json().Status).toBe(0)
    const stranger = await bench.theirs.post(url, { ...form(free), DisableCaptchaCheck: true })
    expect(stranger.json()).toMatchObject({ Data: null })
  })

  test('never reserves more seats than there are, whatever comes at once', async () => {
    const { id, free, table } = await bench.congress({ Capacity: 7 })
    // Staff can reserve the whole event, visitors together a part of it.
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        bench.mine.post(`/api/public/events/register_v2/${id}`, form(at % 3 === 0 ? table : free)),
      ),
    )
    expect(new Set(answers.map((answer) => answer.json().Status))).toEqual(new Set([0, 409]))
    const where = { tenantId: bench.mine.tenant.id, eventId: id, statusId: 14 }
    const { _sum } = await bench.server.database.system.eventRegistration.aggregate({ where, _sum: { seats: true } })
    expect(_sum.seats).toBe(7 - (await seatsLeft(id)))
    expect(await seatsLeft(id)).toBe(0)
  })
})

describe('POST /api/public/events/register/{id} (registerAttendees)', () => {
  test('reserves seats for a form that is not complete yet', async () => {
    const { id, free, parts } = await bench.congress()
    const sent = {
      IsFirstStep: true,
      Models: [{ EventRegistrationTypeId: free }],
      ExtraItems: [{ ItemId: parts.AdditionalItems[0]?.ItemId, Quantity: 1 }],
    }
    const { cart } = await register(id, sent, 'register')
    expect(cart).toMatchObject({
      Registrations: [{ Pointer: '/Models/0', DisplayName: null }],
      Splits: { Lines: [{ Pointer: '/ExtraItems/0' }] },
    })
    expect(faultsOf(await register(id, { Models: [{ EventRegistrationTypeId: free }] }, 'register'))).toContainEqual([
      '/Models/0/FirstName',
      'required',
    ])
  })
})
