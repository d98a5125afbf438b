import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faults, openSponsors, type SponsorsBench } from '#test/support/commerce/sponsors'

let bench: SponsorsBench
beforeAll(async () => {
  bench = await openSponsors('2025-01-15')
})
beforeEach(() => bench.setDay('2025-01-15'))
afterAll(() => bench.server.close())

describe('POST /api/sponsorships/sponsors/{sponsorid} (saveSponsor) of an approved sponsor', () => {
  test('follows a change of the days: it ends and continues with its benefits', async () => {
    const { typeId, itemId } = await bench.typeWithBenefit()
    const made = await bench.sponsor(typeId, { Status: 'Approved' })
    const contactId = made.ContactId as number
    bench.setDay('2025-02-15')
    expect(await bench.change(made.SponsorId, { EndDate: '2025-02-14' })).toMatchObject({ Status: 'Ended' })
    expect(await bench.remaining(contactId, itemId)).toBe(0)
    const revived = await bench.change(made.SponsorId, { EndDate: null, Status: 'Ended' })
    expect(revived).toMatchObject({ Status: 'Approved', EndDate: null, InvoiceId: made.InvoiceId })
    expect(await bench.remaining(contactId, itemId)).toBe(10)
    expect(await bench.kinds(made.SponsorId)).toEqual([
      'sponsor.created',
      'sponsor.approved',
      'sponsor.ended',
      'sponsor.updated',
    ])
  })

  test('follows a later first day: the benefits wait for it, and the invoice stays', async () => {
    const { typeId, itemId } = await bench.typeWithBenefit({ MaxQuantity: 1 })
    const made = await bench.sponsor(typeId, { Status: 'Approved' })
    const contactId = made.ContactId as number
    await bench.use(contactId, itemId, 3)
    const moved = await bench.change(made.SponsorId, { StartDate: '2025-03-01' })
    expect(moved).toMatchObject({ Status: 'Approved', StartDate: '2025-03-01', EndDate: made.EndDate })
    expect(await bench.ledger(contactId, itemId)).toEqual(['Granted 10', 'Used -3', 'Reversed -7'])
    expect(await faults(bench.use(contactId, itemId, 1))).toEqual([422, 'benefit-used-up'])
    const invoice = await bench.invoice(made.InvoiceId)
    expect(invoice).toMatchObject({ Total: 2500, Balance: 2500, VoidedDate: null })
    expect(invoice.Lines).toMatchObject([{ Description: expect.stringContaining('2025-01-15 to 2026-01-14') }])
    const early = await bench.sponsor(typeId, { Status: 'Approved', EndDate: '2025-02-28' })
    expect(early).toMatchObject({ Status: 'Approved' })
    bench.setDay('2025-02-28')
    await bench.runDay()
    expect(await bench.remaining(contactId, itemId)).toBe(0)
    bench.setDay('2025-03-01')
    await bench.runDay()
    expect(await bench.remaining(contactId, itemId)).toBe(7)
    await bench.change(made.SponsorId, { StartDate: '2025-04-01' })
    await bench.change(made.SponsorId, { StartDate: '2025-03-01' })
    expect(await bench.remaining(contactId, itemId)).toBe(7)
    await bench.change(made.SponsorId, { StartDate: '2025-04-01' })
    await bench.change(made.SponsorId, { Status: 'Declined' })
    expect([await bench.remaining(contactId, itemId), await bench.balanceOf(contactId)]).toEqual([0, 0])
    const again = await bench.change(made.SponsorId, { Status: 'Approved', EndDate: '2025-04-30' })
    expect(again).toMatchObject({ StartDate: '2025-04-01' })
    expect(await bench.remaining(contactId, itemId)).toBe(0)
    bench.setDay('2025-04-01')
    await bench.runDay()
    expect(await bench.remaining(contactId, itemId)).toBe(7)
    bench.setDay('2025-05-01')
    await bench.runDay()
    expect(await bench.remaining(contactId, itemId)).toBe(0)
  })
})
