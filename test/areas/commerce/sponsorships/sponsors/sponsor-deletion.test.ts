import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faults, openSponsors, type SponsorsBench } from '#test/support/commerce/sponsors'

let bench: SponsorsBench
beforeAll(async () => {
  bench = await openSponsors('2025-01-15')
})
beforeEach(() => bench.setDay('2025-01-15'))
afterAll(() => bench.server.close())

const payInvoice = async (invoiceId: unknown, amount: number) => {
  const { ContactId } = await bench.invoice(invoiceId)
  const Applications = [{ InvoiceId: invoiceId, Amount: amount }]
  const body = { ContactId, PaymentTypeId: 1, Amount: amount, Applications }
  const response = await bench.caller.post('/api/finance/payments/0', body)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().PaymentId
}

describe('DELETE /api/sponsorships/sponsors/{sponsorid}/{auditid} (deleteSponsor)', () => {
  test('deletes a sponsor with its unpaid invoice and its benefits, and frees the position', async () => {
    const { typeId, itemId } = await bench.typeWithBenefit({ MaxQuantity: 1 })
    const made = await bench.sponsor(typeId, { Status: 'Approved' })
    expect((await bench.caller.delete(`/api/sponsorships/sponsors/${made.SponsorId}/1`)).statusCode).toBe(409)
    expect((await bench.remove(made.SponsorId)).statusCode).toBe(200)
    expect((await bench.caller.get(`/api/sponsorships/sponsors/${made.SponsorId}`)).statusCode).toBe(404)
    expect(await bench.ledger(made.ContactId as number, itemId)).toEqual(['Granted 10', 'Reversed -10'])
    expect(await bench.balanceOf(made.ContactId)).toBe(0)
    expect((await bench.kinds(made.SponsorId)).at(-1)).toBe('sponsor.deleted')
    expect(await bench.sponsor(typeId, { Status: 'Approved' })).toMatchObject({ Status: 'Approved' })
  })
  test('keeps a sponsor that has ended with its invoice, also unpaid; one without an invoice is deleted', async () => {
    const { typeId, itemId } = await bench.typeWithBenefit()
    const made = await bench.sponsor(typeId, { Status: 'Approved', EndDate: '2025-02-28' })
    const contactId = made.ContactId as number
    await bench.use(contactId, itemId, 3)
    const free = await bench.sponsor(typeId, { Status: 'Approved', EndDate: '2025-02-28', Price: '0' })
    bench.setDay('2025-03-01')
    await bench.runDay()
    await bench.endDay()
    expect(await bench.row(made.SponsorId)).toMatchObject({ Status: 'Ended', Actions: ['view', 'edit'] })
    const refused = await bench.remove(made.SponsorId)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'sponsor-ended', InvoiceId: made.InvoiceId, detail: expect.stringMatching(/INV-\d+/) },
    ])
    expect(await bench.balanceOf(contactId)).toBe(2500)
    await payInvoice(made.InvoiceId, 2500)
    expect(await faults(bench.remove(made.SponsorId))).toEqual([409, 'sponsor-ended'])
    expect(await bench.invoice(made.InvoiceId)).toMatchObject({ VoidedDate: null, Balance: 0 })
    expect(await bench.ledger(contactId, itemId)).toEqual(['Granted 10', 'Used -3', 'Expired -7'])
    expect((await bench.row(free.SponsorId)).Actions).toContain('delete')
    expect((await bench.remove(free.SponsorId)).statusCode).toBe(200)
  })

  test('keeps a sponsor after its last day also before the daily work has run', async () => {
    const made = await bench.sponsor(await bench.sponsorshipType(), { Status: 'Approved', EndDate: '2025-02-28' })
    bench.setDay('2025-02-28')
    expect((await bench.row(made.SponsorId)).Actions).toEqual(['view', 'edit', 'decline', 'delete'])
    bench.setDay('2025-03-01')
    expect(await bench.row(made.SponsorId)).toMatchObject({ Status: 'Approved', Actions: ['view', 'edit'] })
    const { AuditId } = await bench.read(made.SponsorId)
    expect(await faults(bench.remove(made.SponsorId))).toEqual([409, 'sponsor-ended'])
    expect(await faults(bench.save(made.SponsorId, { AuditId, Status: 'Declined' }))).toEqual([409, 'sponsor-ended'])
    expect(await bench.invoice(made.InvoiceId)).toMatchObject({ VoidedDate: null, Balance: 2500 })
  })

  test('and a decline are the only ways to void the invoice: the books reject it', async () => {
    const made = await bench.sponsor(await bench.sponsorshipType(), { Status: 'Approved' })
    const path = `/api/finance/invoices/${made.InvoiceId}`
    expect((await bench.caller.get(path)).json().Actions).not.toContain('void')
    const rejected = await bench.caller.post(`${path}/void`, {})
    expect(rejected.json()).toMatchObject({ status: 409, code: 'sponsor-invoice', SponsorId: made.SponsorId })
    await bench.change(made.SponsorId, { Status: 'Declined' })
    expect((await bench.caller.get(path)).json()).toMatchObject({ VoidedDate: expect.any(String) })
  })

  test('takes back a sponsor that ended by mistake after its last day is moved', async () => {
    const made = await bench.sponsor(await bench.sponsorshipType(), { Status: 'Approved', EndDate: '2025-02-28' })
    bench.setDay('2025-03-01')
    await bench.endDay()
    await bench.change(made.SponsorId, { EndDate: '2025-03-01' })
    expect((await bench.remove(made.SponsorId)).statusCode).toBe(200)
    expect(await bench.invoice(made.InvoiceId)).toMatchObject({ VoidedDate: expect.any(String) })
  })
})
