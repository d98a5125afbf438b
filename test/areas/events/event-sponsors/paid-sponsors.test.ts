import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EventSponsorsBench, openEventSponsors } from '#test/support/events/event-sponsors'

let bench: EventSponsorsBench
beforeAll(async () => {
  bench = await openEventSponsors()
})
afterAll(() => bench.server.close())

describe('POST /api/events/{eventId}/sponsors/{eventSponsorId}/decline (declineEventSponsor)', () => {
  test('refuses one whose fee is paid, until the fee is open again', async () => {
    const event = await bench.hosted()
    const id = await bench.bought(event, { SponsorshipTierId: event.gold })
    const { tenant } = bench.mine
    const { order } = await bench.server.database.system.eventSponsor.findFirstOrThrow({
      where: { tenantId: tenant.id, id },
      include: { order: { include: { invoice: true } } },
    })
    const invoice = order?.invoice
    const InvoiceId = invoice?.id
    const paid = await bench.mine.post('/api/finance/payments/0', {
      ContactId: invoice?.contactId,
      PaymentTypeId: 1,
      Amount: 2500,
      Applications: [{ InvoiceId, Amount: 2500 }],
    })
    expect(paid.statusCode, paid.body).toBe(200)
    const refused = await bench.perform(event, id, 'decline')
    expect([refused.statusCode, refused.json().code, refused.json().InvoiceId]).toEqual([
      409,
      'sponsor-paid',
      InvoiceId,
    ])
    expect(await bench.details(event, id)).toMatchObject({ AuditId: 1, Status: 'Pending' })
    expect((await bench.details(event, id)).Actions).not.toContain('decline')
    await bench.mine.post(`/api/finance/payments/${paid.json().PaymentId}/unapply`, { InvoiceId })
    expect((await bench.perform(event, id, 'decline')).json()).toMatchObject({ Status: 'Declined' })
  })
})
