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

  test('refuses one whose fee is being collected, if there is one', async () => {
    const event = await bench.hosted()
    const id = await bench.bought(event, { SponsorshipTierId: event.gold })
    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const { orderId } = await system.eventSponsor.findFirstOrThrow({ where: { tenantId, id } })
    const where = { tenantId, id: orderId ?? 0 }
    const order = await system.eventOrder.findFirstOrThrow({ where })
    const gateway = (await bench.mine.post('/api/paymentgateways/0', { Name: 'Sponsors' })).json()
    const payment = { PaymentGatewayId: gateway.PaymentGatewayId, Amount: 5, PaymentToken: 'tok_visa', Capture: true }
    const charge = (await bench.mine.post('/api/integration/payproc/charges', payment)).json()
    const chargeId = Number(charge.EPaymentTransactionId)
    const canDecline = async () => ((await bench.details(event, id)).Actions as string[]).includes('decline')
    const setOrder = (data: { paymentToken?: string | null; chargeId?: number | null }) =>
      system.eventOrder.updateMany({ where, data })
    const setCharge = (status: string) =>
      system.processorCharge.updateMany({ where: { tenantId, id: chargeId }, data: { status } })
    expect(await canDecline()).toBe(true)
    await setOrder({ chargeId })
    for (const status of ['requested', 'authorized', 'pending']) {
      await setCharge(status)
      expect([await canDecline(), status]).toEqual([false, status])
    }
    await setCharge('failed')
    expect(await canDecline()).toBe(true)
    await setOrder({ chargeId: null, paymentToken: 'tok_visa' })
    expect(await canDecline()).toBe(false)
    expect((await bench.perform(event, id, 'decline')).json().code).toBe('sponsor-paid')
    const lines = { tenantId, orderId: where.id, sponsorId: id }
    const [line] = await system.eventOrderLine.findMany({ where: lines })
    await system.eventOrderLine.updateMany({ where: lines, data: { credited: line?.amount ?? 0 } })
    expect(await canDecline(), 'nothing of the fee is left').toBe(true)
    await system.eventOrderLine.updateMany({ where: lines, data: { credited: 0 } })
    await system.invoice.updateMany({
      where: { tenantId, id: order.invoiceId ?? 0 },
      data: { voidedAt: new Date(), balance: 0 },
    })
    expect(await canDecline(), 'the invoice is void').toBe(true)
  })
})
