import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addEventOrder } from '#test/support/events/event-orders'
import { type EventsBench, openEvents } from '#test/support/events/events'
import { refusal } from '#test/support/people/contact-parts'

let bench: EventsBench
let saleableItemId: number
beforeAll(async () => {
  bench = await openEvents()
  saleableItemId = await bench.saleable()
})
afterAll(() => bench.server.close())

const event = async () => {
  const made = await bench.event({
    Status: 'Published',
    SponsorshipTiers: [{ Name: 'Gold' }],
    ExhibitorTypes: [{ Name: 'Booth' }],
    AdditionalItems: [{ Name: 'Parking' }],
  })
  const [type] = made.RegistrationTypes as { EventRegistrationTypeId: number }[]
  const ids = (list: unknown, id: string) => Number((list as Record<string, unknown>[])[0]?.[id])
  return {
    eventId: Number(made.EventId),
    typeId: Number(type?.EventRegistrationTypeId),
    tierId: ids(made.SponsorshipTiers, 'SponsorshipTierId'),
    boothId: ids(made.ExhibitorTypes, 'ExhibitorTypeId'),
    itemId: ids(made.AdditionalItems, 'ItemId'),
  }
}

describe('GET /api/events/{eventId}/orders (listEventOrders)', () => {
  test('lists the submitted orders with their exact total', async () => {
    const { eventId, typeId } = await event()
    const payerId = await bench.person()
    const people = [{}, { statusId: 9 }]
    const order = { purchaseOrderNumber: 'PO-7' }
    const sent = { eventId, typeId, payerId, saleableItemId }
    const { orderId, invoiceId } = await addEventOrder(bench.server, bench.mine, { ...sent, people, price: 30, order })
    await addEventOrder(bench.server, bench.mine, { ...sent, at: new Date('2030-02-01T12:00:00Z') })
    const cart = { state: 'cart', submittedAt: null, heldUntil: new Date('2031-01-01T00:00:00Z') }
    await addEventOrder(bench.server, bench.mine, { ...sent, order: cart })
    const url = `/api/events/${eventId}/orders`
    const { body } = await bench.good('listEventOrders', bench.mine.get(url))
    expect(body).toMatchObject({
      TotalRecordAvailable: '2',
      Results: [
        {
          OrderId: orderId,
          ConfirmationNumber: `E${eventId}-${orderId}`,
          ContactId: payerId,
          Total: 60,
          Balance: 60,
          PaymentKind: 'Invoice',
          PaymentStatus: 'None',
          RegistrationCount: 2,
          InvoiceId: invoiceId,
        },
        { PaymentKind: 'Free', InvoiceId: null, InvoiceNumber: null, Balance: 0 },
      ],
    })
    const found = await bench.mine.get(`${url}?Criteria=po-7`)
    expect(found.json()).toMatchObject({ TotalRecordAvailable: '1', Results: [{ PurchaseOrderNumber: 'PO-7' }] })
  })
})

describe('GET /api/events/{eventId}/orders/{orderId} (getEventOrder)', () => {
  test('returns the order with everything that it contains', async () => {
    const { eventId, typeId, tierId, boothId, itemId } = await event()
    const sent = { eventId, typeId, payerId: await bench.person(), saleableItemId, price: 30 }
    const { orderId, registrationIds } = await addEventOrder(bench.server, bench.mine, sent)
    const { system } = bench.server.database
    const key = { tenantId: bench.mine.tenant.id, eventId, orderId }
    const at = new Date('2030-03-01T12:00:00Z')
    await system.eventSponsor.create({ data: { ...key, tierId, statusId: 1, name: 'Crest', createdAt: at } })
    const exhibitor = { typeId: boothId, state: 'registered', name: 'Crest', pointer: '/Exhibitors/0' }
    await system.eventExhibitor.create({ data: { ...key, ...exhibitor } })
    await system.eventOrderItem.create({ data: { ...key, itemId, quantity: 2, amount: 16 } })
    const { body, version } = await bench.good(
      'getEventOrder',
      bench.mine.get(`/api/events/${eventId}/orders/${orderId}`),
    )
    expect(version).toBe(1)
    expect(body).toMatchObject({
      OrderId: orderId,
      Comments: 'Vegetarian, please.',
      SendEmailNotification: true,
      Lines: [{ Name: 'Ticket', Quantity: 1, Amount: 30, Total: 30, Credited: 0, RegistrationId: registrationIds[0] }],
      Registrations: [{ RegistrationId: registrationIds[0], ParticipantStatus: 'Registered' }],
      Sponsors: [{ SponsorshipTierName: 'Gold', SponsorName: 'Crest', Status: 'Pending' }],
      Exhibitors: [{ ExhibitorTypeName: 'Booth', ExhibitorName: 'Crest', Status: 'Registered' }],
      Items: [{ ItemId: itemId, Name: 'Parking', IsDonation: false, Quantity: 2, Amount: 16 }],
    })
    expect(await refusal(bench.theirs.get(`/api/events/${eventId}/orders/${orderId}`))).toEqual([404, 'not-found'])
    const other = await event()
    expect(await refusal(bench.mine.get(`/api/events/${other.eventId}/orders/${orderId}`))).toEqual([404, 'not-found'])
  })
})
