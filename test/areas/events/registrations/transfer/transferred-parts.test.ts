import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { OFFER_SEATS } from '#areas/events/waiting-list/offers.service'
import { readEntries } from '#test/support/commerce/benefit-entries'
import { bodyOf, CARD, type CancellationsBench, INVOICE, openCancellations } from '#test/support/events/cancellations'
import { addBenefitEvent } from '#test/support/events/event-benefits'
import { person } from '#test/support/events/registrations'
import { refusal } from '#test/support/people/contact-parts'
import { addField } from '#test/support/people/custom-fields'

let bench: CancellationsBench
let now = new Date('2030-03-01T12:00:00Z')
beforeAll(async () => {
  bench = await openCancellations(() => now)
})
afterAll(() => bench.server.close())

const SAM = { FirstName: 'Sam', LastName: 'Reyes', EmailAddress: 'sam@transfer.example' }
const urlOf = (eventId: number, id: number, verb = 'transfer') =>
  `/api/events/${eventId}/registrations/${id}${verb && `/${verb}`}`
const read = async (eventId: number, id: unknown) => bodyOf(bench.mine.get(urlOf(eventId, Number(id), '')))
const transfer = (eventId: number, id: number | undefined, more: object = SAM) =>
  bench.mine.post(urlOf(eventId, id ?? 0), { AuditId: 1, ...more })

describe('a transfer of a registration', () => {
  test('gives the table to the one that takes over its purchase, and the seat of a guest to its successor', async () => {
    const { id, table } = await bench.congress()
    const guests = ['Ida', 'Jon'].map((FirstName) => person(table, { FirstName, GroupNumber: 1 }))
    const cart = await bench.register(id, table, ['Ida'], CARD, { Registrations: guests })
    await bench.settle()
    const buyer = await bodyOf(bench.onRegistration(id, cart, 0, 'transfer', SAM))
    const guest = await bodyOf(bench.onRegistration(id, cart, 1, 'transfer', { ...SAM, FirstName: 'Una' }))
    expect([buyer.SeatCount, guest.SeatCount]).toEqual([3, 0])
    const groups = async () => (await bench.mine.get(`/api/eventgroups/events/${id}`)).json().Groups
    const members = [buyer, guest].map(({ RegistrationId }) => expect.objectContaining({ RegistrationId }))
    expect(await groups()).toMatchObject([{ Members: members }])
    const sent = { AuditId: 1, RefundPercent: 0 }
    await bodyOf(bench.mine.post(urlOf(id, Number(buyer.RegistrationId), 'cancel'), sent))
    expect(await groups()).toEqual([])
    expect((await read(id, guest.RegistrationId)).ParticipantStatusId).toBe(9)
  })

  test('keeps the position on the waiting list, and the offer goes to the new person', async () => {
    const { id, free, AuditId } = await bench.congress({ Capacity: 0, HasWaitingList: true, OfferHours: 2 })
    const ann = await bench.join(id, free, 'Ann')
    now = new Date(now.getTime() + 60_000)
    await bench.join(id, free, 'Bob')
    await bench.mails()
    const taken = await bodyOf(bench.onRegistration(id, ann, 0, 'transfer', { ...SAM, FirstName: 'Cleo' }))
    expect(taken.ParticipantStatusId).toBe(11)
    await bench.mails()
    await bench.good('saveEvent', bench.save(id, { AuditId, Capacity: 1 }))
    await bench.work(OFFER_SEATS)
    const [mail, ...others] = (await bench.mails()).filter(({ to }) => to.address === SAM.EmailAddress)
    expect(others).toEqual([])
    const [, CartKey] = /\?cart=([\w-]+)/.exec(mail?.html ?? '') ?? []
    const offer = (await bench.environment(`${id}/null/${CartKey}`)).Data?.Cart
    expect(offer).toMatchObject({ Registrations: [{ RegistrationId: taken.RegistrationId, ParticipantStatusId: 5 }] })
    expect(await refusal(transfer(id, Number(taken.RegistrationId), { AuditId: 2 }))).toEqual([
      409,
      'registration-state',
    ])
  })

  test('gives a benefit back once, when the last of its participants is cancelled', async () => {
    const { id, full, owner, itemId } = await addBenefitEvent(bench, 1)
    const cart = await bench.staffCart(id, {
      BillingInfo: { FirstName: 'Dana', LastName: 'Reyes', EmailAddress: 'dana@crest.example' },
      TargetContactId: String(owner),
      Registrations: [person(full)],
    })
    expect((await bench.staffSubmit(id, cart, { PaymentKind: 'Free' })).Status).toBe(0)
    const remaining = async () => (await readEntries(bench.mine, owner, itemId))[0]?.Remaining
    expect(await remaining()).toBe(0)
    const next = await bodyOf(bench.onRegistration(id, cart, 0, 'transfer', SAM))
    const last = await bodyOf(transfer(id, Number(next.RegistrationId), { ...SAM, FirstName: 'Vera' }))
    expect(await remaining()).toBe(0)
    await bodyOf(bench.mine.post(urlOf(id, Number(last.RegistrationId), 'cancel'), { AuditId: 1, RefundPercent: 100 }))
    expect(await remaining()).toBe(1)
  })

  test('requires the answers that the event requires, and keeps those of the old person with it', async () => {
    const { id: CustomFieldId } = await addField(bench.server.database, bench.mine.tenant.id, {
      name: 'transferDiet',
      objectTypeId: 7,
      dataTypeId: 1,
      displayName: 'Diet',
    })
    const { id, free } = await bench.congress({ Questions: [{ CustomFieldId, IsRequired: true }] })
    const Answers = [{ FieldId: CustomFieldId, Value: 'None' }]
    const cart = await bench.register(id, free, ['Wim'], INVOICE, {
      Registrations: [person(free, { FirstName: 'Wim', Answers })],
    })
    expect(await refusal(bench.onRegistration(id, cart, 0, 'transfer', SAM))).toEqual([422, '/CustomFields'])
    const CustomFields = [{ CustomFieldId, Value: 'Vegan' }]
    const taken = await bodyOf(bench.onRegistration(id, cart, 0, 'transfer', { ...SAM, CustomFields }))
    expect(taken.CustomFields).toMatchObject([{ CustomFieldId, Value: 'Vegan' }])
    expect((await bench.registrationOf(id, cart, 0)).CustomFields).toMatchObject([{ CustomFieldId, Value: 'None' }])
  })
})
