import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PAYER, person, type RegistrationsBench } from '#test/support/events/registrations'
import { type OpenedSubmissions, openSubmissions } from '#test/support/events/submitted-registrations'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: RegistrationsBench & OpenedSubmissions
beforeAll(async () => {
  bench = await openSubmissions(() => new Date('2030-03-01T12:00:00Z'))
})
afterAll(() => bench.server.close())

const rows = async (id: number): Promise<Json[]> => {
  const { body } = await bench.good('listEventRegistrations', bench.mine.get(`/api/events/${id}/registrations`))
  return body.Results as Json[]
}

describe('GET /api/events/{eventId}/registrations (listEventRegistrations)', () => {
  test('lists what staff register for a contact, with its payment', async () => {
    const { id, full } = await bench.congress()
    const TargetContactId = String(await bench.person())
    const form = { BillingInfo: PAYER, Registrations: [person(full, { EmailAddress: 'lee@crest.example' })] }
    const cart = await bench.staffCart(id, { ...form, TargetContactId })
    expect(await rows(id)).toEqual([])
    const { Status } = await bench.staffSubmit(id, cart, { PaymentKind: 'Invoice', PurchaseOrderNumber: 'PO-7' })
    expect(Status).toBe(0)
    const [row] = await rows(id)
    const due = cart.Splits.AmountDue
    expect(row).toMatchObject({
      PayerContactId: Number(TargetContactId),
      ParticipantStatus: 'Pending payment',
      DisplayName: 'Dana Reyes',
      EmailAddress: 'lee@crest.example',
      Amount: due,
      Balance: due,
    })
    const { InvoiceId, ContactId } = (await bench.mine.get(`/api/finance/invoices/${row?.InvoiceId}`)).json()
    expect(await refusal(bench.mine.post(`/api/finance/invoices/${InvoiceId}/void`, {}))).toEqual([
      409,
      'event-order-invoice',
    ])
    await bench.pay({ InvoiceId, ContactId }, due)
    expect((await rows(id))[0]).toMatchObject({ ParticipantStatus: 'Registered', Balance: 0, AuditId: 2 })
    const url = `/api/events/${id}/orders/${row?.OrderId}`
    const { body: order } = await bench.good('getEventOrder', bench.mine.get(url))
    expect(order).toMatchObject({
      PurchaseOrderNumber: 'PO-7',
      PaymentKind: 'Invoice',
      Total: due,
      Balance: 0,
      Lines: [{ RegistrationId: row?.RegistrationId, Total: due }],
    })
  })

  test('shows the approval of a registration by its payment', async () => {
    const { id, full } = await bench.congress({ RequiresApproval: true })
    const form = { BillingInfo: PAYER, Registrations: [person(full)] }
    const cart = await bench.staffCart(id, form)
    await bench.staffSubmit(id, cart, { PaymentKind: 'Card', PaymentToken: 'tok_visa' })
    const [row] = await rows(id)
    expect(row).toMatchObject({ ParticipantStatus: 'Awaiting approval' })
    const approved = bench.mine.post(`/api/events/${id}/registrations/${row?.RegistrationId}/approve`, {
      AuditId: row?.AuditId,
    })
    // The payment is authorized, and captured later.
    expect((await bench.good('approveEventRegistration', approved)).body.ParticipantStatus).toBe('Registered')
  })
})
