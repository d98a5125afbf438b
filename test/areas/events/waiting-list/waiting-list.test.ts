import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPIRE_EVENT_CART } from '#areas/events/events/seats/cart-expiry-jobs.service'
import { expireCart } from '#areas/events/public-registration/carts/cart-expiry.service'
import { OFFER_SEATS } from '#areas/events/waiting-list/offers.service'
import { systemOf } from '#test/support/events/event-carts'
import { PAYER, person } from '#test/support/events/registrations'
import type { SavedCart } from '#test/support/events/submitted-registrations'
import { openWaitingLists, type WaitingBench } from '#test/support/events/waiting-list'

let bench: WaitingBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openWaitingLists(() => now)
})
afterAll(() => bench.server.close())

const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
const full = (more: object = {}) => bench.congress({ Capacity: 1, HasWaitingList: true, OfferHours: 2, ...more })
const raise = async (id: number, Capacity: number, AuditId = 2) =>
  (await bench.good('saveEvent', bench.save(id, { AuditId, Capacity }))).body.AuditId as number
const opened = async (id: number, key: string) => (await bench.environment(`${id}/null/${key}`)).Data?.Cart as SavedCart
const statuses = async (...carts: SavedCart[]) =>
  Promise.all(carts.map(async (cart) => (await bench.statesOf(cart))[0]))

describe('offers to a waiting list', () => {
  test('go to those that wait in order of registration, as carts of their own with the end in the mail', async () => {
    const { id, free } = await full()
    const ann = await bench.join(id, free, 'Ann')
    const bob = await bench.join(id, free, 'Bob')
    const cat = await bench.join(id, free, 'Cat')
    expect(await statuses(ann, bob, cat)).toEqual([1, 11, 11])
    await bench.mails()
    await bench.work(OFFER_SEATS)
    expect(await statuses(bob)).toEqual([11])
    await raise(id, 2)
    await bench.work(OFFER_SEATS)
    await bench.work(OFFER_SEATS)
    expect(await statuses(ann, bob, cat)).toEqual([1, 5, 11])
    const [mail, ...others] = await bench.mails()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: { name: 'Bob Reyes', address: 'bob@wait.example' } })
    expect(mail?.text).toContain('until Friday, 1 March 2030, 14:00')
    const order = await bench.orderOf(bob)
    expect(order).toMatchObject({ state: 'cart', isOffer: true, heldUntil: new Date('2030-03-01T14:00:00Z') })
    expect(order.contactId).not.toBeNull()
    const [, key] = /\?cart=([\w-]+)/.exec(mail?.html ?? '') ?? []
    expect(await opened(id, String(key))).toMatchObject({
      HoldExpires: '2030-03-01T14:00:00.000Z',
      Registrations: [{ RegistrationId: bob.Registrations[0]?.RegistrationId, ParticipantStatusId: 5 }],
    })
    expect((await bench.environment(`${id}`)).Data?.Event).toMatchObject({ SeatsLeft: 0 })
  })

  test('are accepted by submit, after a change of names but not of types, also when registration has closed', async () => {
    const { id, free, full: paid } = await full()
    await bench.join(id, free, 'Ann')
    const waiting = await bench.join(id, free, 'Dee')
    await bench.mails()
    await raise(id, 2)
    await bench.work(OFFER_SEATS)
    const key = String((await bench.offers()).get('Dee'))
    await bench.good('saveEvent', bench.save(id, { AuditId: 3, RegistrationCloses: '2030-03-01T12:00:00Z' }))
    later(1)
    const RegistrationId = waiting.Registrations[0]?.RegistrationId
    const save = (...Registrations: object[]) => bench.cart(id, { BillingInfo: PAYER, CartKey: key, Registrations })
    const refused = async (...Registrations: object[]) => {
      const form = { CaptchaResponse: await bench.captcha(id), BillingInfo: PAYER, CartKey: key, Registrations }
      return (await bench.post('register_v2', id, form)).Status
    }
    expect(await refused(person(free))).toBe(409)
    expect(await refused(person(paid, { RegistrationId }))).toBe(409)
    expect(await refused(person(free, { RegistrationId }), person(free))).toBe(409)
    const cart = await save(person(free, { RegistrationId, BadgeName: 'Didi' }))
    expect(cart).toMatchObject({ Registrations: [{ RegistrationId, DisplayName: 'Didi', ParticipantStatusId: 5 }] })
    expect((await bench.submit(id, cart, { PaymentKind: 'Free' })).Status).toBe(0)
    expect(await statuses(waiting)).toEqual([1])
    expect((await bench.mails()).map(({ subject }) => subject.split(' for ')[0])).toContain('Your registration')
    later(600)
    await bench.work(EXPIRE_EVENT_CART)
    expect(await statuses(waiting)).toEqual([1])
  })

  test('expire, and the next person gets the seat', async () => {
    const { id, free } = await full()
    await bench.join(id, free, 'Ann')
    const bob = await bench.join(id, free, 'Bob')
    const cat = await bench.join(id, free, 'Cat')
    await raise(id, 2)
    await bench.work(OFFER_SEATS)
    await bench.mails()
    later(119)
    await bench.work(EXPIRE_EVENT_CART)
    expect(await statuses(bob, cat)).toEqual([5, 11])
    later(2)
    // The seat counts until the job has run.
    expect((await bench.environment(`${id}`)).Data?.Event).toMatchObject({ SeatsLeft: 0 })
    const order = await bench.orderOf(bob)
    const scope = await systemOf(bench, () => now)
    await expireCart(scope, order.id)
    await expireCart(scope, order.id)
    expect(await statuses(bob, cat)).toEqual([13, 11])
    expect(await bench.orderOf(bob)).toMatchObject({ state: 'expired', heldUntil: null })
    expect((await bench.mails()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Your seat at .* was offered to others$/),
    ])
    await bench.work(OFFER_SEATS)
    expect(await statuses(bob, cat)).toEqual([13, 5])
  })

  test('offer a table all its seats or none, and free seats that are too few for it to those after it', async () => {
    const { id, free, table } = await full({ Capacity: 4 })
    await bench.join(id, free, 'Ann')
    await bench.join(id, free, 'Abe')
    const guests = [person(table, { GroupNumber: 1 }), person(table, { GroupNumber: 1 })]
    const tables = await bench.cart(id, { BillingInfo: PAYER, Registrations: guests })
    expect(tables.Registrations.map(({ ParticipantStatusId }) => ParticipantStatusId)).toEqual([11, 11])
    expect((await bench.submit(id, tables, { PaymentKind: 'Free' })).Status).toBe(0)
    const eve = await bench.join(id, free, 'Eve')
    // Two seats are free: they are those of the table until it is clear that they are too few.
    expect(await statuses(eve)).toEqual([11])
    await bench.work(OFFER_SEATS)
    expect(await bench.statesOf(tables)).toEqual([11, 11])
    expect(await statuses(eve)).toEqual([5])
    await raise(id, 6)
    await bench.work(OFFER_SEATS)
    expect(await bench.statesOf(tables)).toEqual([5, 5])
  })

  test('leave out sessions that are full, and keep the others', async () => {
    const StartDate = '2030-05-02T09:00:00Z'
    const EndDate = '2030-05-02T11:00:00Z'
    const session = (Name: string, Capacity: number | null) => ({ Name, StartDate, EndDate, Capacity })
    const { id, free, parts } = await full({ Sessions: [session('Small', 1), session('Open', null)] })
    const SessionIds = parts.Sessions.map(({ SessionId }) => SessionId)
    await bench.join(id, free, 'Ann', { Registrations: [person(free, { SessionIds })] })
    await bench.join(id, free, 'Bob', { Registrations: [person(free, { FirstName: 'Bob', SessionIds })] })
    await bench.mails()
    await raise(id, 2)
    await bench.work(OFFER_SEATS)
    const [mail] = await bench.mails()
    expect(mail?.text).toContain('Guest (Open)')
    const [, key] = /\?cart=([\w-]+)/.exec(mail?.html ?? '') ?? []
    const cart = await opened(id, String(key))
    expect((await bench.submit(id, { ...cart, CartKey: String(key) }, { PaymentKind: 'Free' })).Status).toBe(0)
  })

  test('are not made when the event has started, is cancelled, or the type is no longer offered', async () => {
    const { id, free } = await full()
    await bench.join(id, free, 'Ann')
    const bob = await bench.join(id, free, 'Bob')
    const types = (await bench.read(id)).RegistrationTypes as { EventRegistrationTypeId: number }[]
    const off = types.map((type) => ({ ...type, IsActive: type.EventRegistrationTypeId !== free }))
    await bench.good('saveEvent', bench.save(id, { AuditId: 2, Capacity: 5, RegistrationTypes: off }))
    await bench.work(OFFER_SEATS)
    expect(await statuses(bob)).toEqual([11])
    await bench.good('saveEvent', bench.save(id, { AuditId: 3, Status: 'Cancelled', RegistrationTypes: types }))
    await bench.work(OFFER_SEATS)
    expect(await statuses(bob)).toEqual([11])
    const before = now
    now = new Date('2030-06-01T00:00:00Z')
    await bench.good('saveEvent', bench.save(id, { AuditId: 4, Status: 'Published' }))
    await bench.work(OFFER_SEATS)
    now = before
    expect(await statuses(bob)).toEqual([11])
  })
})
