import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faults, openSponsors, type SponsorsBench } from '#test/support/commerce/sponsors'
import { expectShape } from '#test/support/server/contract-shape'

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

describe('POST /api/sponsorships/sponsors/{sponsorid} (saveSponsor)', () => {
  test('creates a pending sponsor without an invoice, term and benefits', async () => {
    const { typeId, itemId } = await bench.typeWithBenefit()
    const ContactId = await bench.organization('Crest Pottery')
    const made = await bench.save(0, { ContactId, SponsorshipTypeId: typeId })
    expect(made.statusCode, made.body).toBe(200)
    expectShape('saveSponsor', made.json())
    expect(made.headers.etag).toBe('"1"')
    expect(made.json()).toMatchObject({
      ContactId,
      SponsorName: 'Crest Pottery',
      Status: 'Pending',
      Price: 2500,
      StartDate: null,
      EndDate: null,
      InvoiceId: null,
      TotalRecordAvailable: 1,
      Actions: ['view', 'edit', 'approve', 'decline', 'delete'],
    })
    expect([await bench.balanceOf(ContactId), await bench.remaining(ContactId, itemId)]).toEqual([0, 0])
    expect(await bench.kinds(made.json().SponsorId)).toEqual(['sponsor.created'])
  })

  test('approves: sets the term, issues the invoice and grants the benefits', async () => {
    const { typeId, itemId } = await bench.typeWithBenefit()
    const { SponsorId, ContactId } = await bench.sponsor(typeId)
    bench.setDay('2025-02-01')
    const approved = await bench.change(SponsorId, { Status: 'Approved' })
    expect(approved).toMatchObject({ Status: 'Approved', StartDate: '2025-02-01', EndDate: '2026-01-31', AuditId: 2 })
    expect(approved.Actions).toEqual(['view', 'edit', 'decline', 'delete'])
    const invoice = await bench.invoice(approved.InvoiceId)
    expect(invoice).toMatchObject({ ContactId, Total: 2500, IssuedDate: '2025-02-01', DueDate: '2025-03-03' })
    expect(invoice.Lines).toMatchObject([{ Description: expect.stringContaining('2025-02-01 to 2026-01-31') }])
    expect([await bench.balanceOf(ContactId), await bench.remaining(ContactId as number, itemId)]).toEqual([2500, 10])
    const [granted] = (await bench.entries(ContactId as number, itemId)).Transactions
    expect(granted).toMatchObject({ TransactionType: 'Granted', SponsorId: String(SponsorId), MembershipId: null })
    const listed = await bench.caller.get(`/api/benefits/transactions?Filter=SponsorId eq ${SponsorId}`)
    expect(listed.json().Results).toMatchObject([{ SponsorId, Quantity: 10 }])
    expect(await bench.kinds(SponsorId)).toEqual(['sponsor.created', 'sponsor.approved'])
    expect(await bench.read(SponsorId)).toMatchObject({ Price: '2500.00', InvoiceId: approved.InvoiceId })
  })

  test('creates an approved sponsor with its own price and days in one request', async () => {
    const typeId = await bench.sponsorshipType()
    const own = { Price: '99.5', StartDate: '2025-03-01', EndDate: '2025-03-31', Status: 'Approved' }
    const made = await bench.sponsor(typeId, own)
    expect(made).toMatchObject({ Price: 99.5, StartDate: '2025-03-01', EndDate: '2025-03-31', AuditId: 2 })
    expect(await bench.invoice(made.InvoiceId)).toMatchObject({ Total: 99.5 })
    expect(await bench.kinds(made.SponsorId)).toEqual(['sponsor.created', 'sponsor.approved'])
    const free = await bench.sponsor(typeId, { Price: '0', Status: 'Approved' })
    expect(free).toMatchObject({ Price: 0, InvoiceId: null, Status: 'Approved' })
  })

  test('bills the contact that is billed for the sponsor, with the taxes of the item', async () => {
    const parent = await bench.organization()
    const ContactId = await bench.organization()
    const linked = await bench.caller.post(`/api/contacts/org/${ContactId}`, {
      AuditId: await bench.version(ContactId),
      ParentOrganizations: [{ ContactRelationshipId: 0, ContactId: parent }],
    })
    expect(linked.statusCode, linked.body).toBe(200)
    const billing = await bench.caller.post(`/api/finance/contacts/${ContactId}/billing`, { BillWithParent: true })
    expect(billing.statusCode, billing.body).toBe(200)
    const set = await bench.caller.post('/api/finance/taxsets/0', {
      Name: 'VAT',
      Rates: [{ Name: 'VAT', Percent: 20 }],
    })
    const TaxSetId = set.json().TaxSetId
    const SaleableItem = { SaleableItemId: await bench.feeItem(100, { TaxSetId }) }
    const made = await bench.save(0, {
      ContactId,
      SponsorshipTypeId: await bench.sponsorshipType({ SaleableItem }),
      Status: 'Approved',
    })
    expect(made.statusCode, made.body).toBe(200)
    const invoice = await bench.invoice(made.json().InvoiceId)
    expect(invoice).toMatchObject({ ContactId: parent, ForContactId: ContactId, Total: 120 })
    expect(await bench.balanceOf(parent)).toBe(120)
    await bench.change(made.json().SponsorId, { Status: 'Declined' })
    expect(await bench.balanceOf(parent)).toBe(0)
  })

  test('rejects more approved sponsors on one day than the maximum; others wait', async () => {
    const typeId = await bench.sponsorshipType({ MaxQuantity: 1 })
    const first = await bench.sponsor(typeId, { Status: 'Approved', EndDate: '2025-06-30' })
    const next = await bench.sponsor(typeId, { StartDate: '2025-07-01' })
    const clash = await bench.sponsor(typeId, { StartDate: '2025-06-30' })
    expect(next.Actions).toContain('approve')
    expect(clash.Actions).not.toContain('approve')
    const approval = { AuditId: 1, Status: 'Approved' }
    expect(await faults(bench.save(clash.SponsorId, approval))).toEqual([422, '/SponsorshipTypeId'])
    expect(await bench.read(clash.SponsorId)).toMatchObject({ Status: 'Pending', AuditId: 1, InvoiceId: null })
    await bench.change(next.SponsorId, { Status: 'Approved' })
    const longer = { AuditId: 2, EndDate: '2025-07-01' }
    expect(await faults(bench.save(first.SponsorId, longer))).toEqual([422, '/SponsorshipTypeId'])
    await bench.change(first.SponsorId, { Status: 'Declined' })
    await bench.change(next.SponsorId, { StartDate: '2025-07-15' })
    await bench.change(clash.SponsorId, { Status: 'Approved', EndDate: '2025-07-14' })
  })

  test('declines: takes back the unused benefits and the invoice; a new approval grants and invoices again', async () => {
    const { typeId, itemId } = await bench.typeWithBenefit()
    const made = await bench.sponsor(typeId, { Status: 'Approved' })
    const contactId = made.ContactId as number
    await bench.use(contactId, itemId, 3)
    const declined = await bench.change(made.SponsorId, { Status: 'Declined' })
    expect(declined).toMatchObject({ Status: 'Declined', Actions: ['view', 'edit', 'approve', 'delete'] })
    expect(await bench.invoice(made.InvoiceId)).toMatchObject({ VoidedDate: expect.any(String), Balance: 0 })
    expect(await bench.ledger(contactId, itemId)).toEqual(['Granted 10', 'Used -3', 'Reversed -7'])
    const again = await bench.change(made.SponsorId, { Status: 'Approved' })
    expect(again.InvoiceId).not.toBe(made.InvoiceId)
    expect([await bench.balanceOf(contactId), await bench.remaining(contactId, itemId)]).toEqual([2500, 7])
    expect(await bench.kinds(made.SponsorId)).toEqual([
      'sponsor.created',
      'sponsor.approved',
      'sponsor.declined',
      'sponsor.approved',
    ])
  })

  test('does not decline or delete a sponsor whose invoice is paid in part, until the payment is void', async () => {
    const { typeId, itemId } = await bench.typeWithBenefit()
    const made = await bench.sponsor(typeId, { Status: 'Approved' })
    const PaymentId = await payInvoice(made.InvoiceId, 100)
    const decline = { AuditId: made.AuditId, Status: 'Declined' }
    const refused = await bench.save(made.SponsorId, decline)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'sponsor-paid'])
    expect(refused.json()).toMatchObject({ InvoiceId: made.InvoiceId, detail: expect.stringMatching(/INV-\d+/) })
    expect(await faults(bench.remove(made.SponsorId))).toEqual([409, 'sponsor-paid'])
    expect((await bench.row(made.SponsorId)).Actions).toEqual(['view', 'edit'])
    expect(await bench.remaining(made.ContactId as number, itemId)).toBe(10)
    expect((await bench.caller.post(`/api/finance/payments/${PaymentId}/void`, {})).statusCode).toBe(200)
    await bench.change(made.SponsorId, { Status: 'Declined' })
    expect(await bench.balanceOf(made.ContactId)).toBe(0)
  })

  test('keeps what the approval fixed, and names every error', async () => {
    const typeId = await bench.sponsorshipType()
    const other = await bench.sponsorshipType()
    const made = await bench.sponsor(typeId, { Status: 'Approved' })
    const ContactId = await bench.person()
    const body = { ContactId, SponsorshipTypeId: other, Price: '1', StartDate: null, Status: 'Pending' }
    expect(await faults(bench.save(made.SponsorId, { AuditId: 2, ...body }))).toEqual([
      422,
      '/Status',
      '/ContactId',
      '/SponsorshipTypeId',
      '/Price',
      '/StartDate',
    ])
    const same = await bench.read(made.SponsorId)
    expect((await bench.save(made.SponsorId, same)).statusCode).toBe(200)
    expect(await faults(bench.save(made.SponsorId, same))).toEqual([409, 'stale-audit-id'])
    expect(await faults(bench.save(0, { StartDate: '1800-01-01' }))).toEqual([
      400,
      '/ContactId',
      '/SponsorshipTypeId',
      '/StartDate',
    ])
    const unknown = { ContactId: 2_000_000_000, SponsorshipTypeId: 2_000_000_000 }
    for (const Status of ['Pending', 'Approved'])
      expect(await faults(bench.save(0, { ...unknown, Status }))).toEqual([422, '/ContactId', '/SponsorshipTypeId'])
    const pending = { ContactId, SponsorshipTypeId: typeId, StartDate: '2025-02-01', EndDate: '2025-01-31' }
    expect(await faults(bench.save(0, pending))).toEqual([422, '/EndDate'])
    const over = { ContactId, SponsorshipTypeId: typeId, StartDate: '2024-01-01', Status: 'Approved' }
    expect(await faults(bench.save(0, over))).toEqual([422, '/EndDate'])
    expect(await faults(bench.save(0, { ...over, StartDate: null, EndDate: '2025-01-14' }))).toEqual([422, '/EndDate'])
  })

  test('takes the price of another type while it is pending, and rejects an inactive type', async () => {
    const typeId = await bench.sponsorshipType()
    const free = await bench.sponsorshipType({ SaleableItem: { SaleableItemId: await bench.feeItem(0) } })
    const made = await bench.sponsor(typeId, { Price: '7' })
    expect(await bench.change(made.SponsorId, { Status: 'Declined' })).toMatchObject({ Price: 7, Status: 'Declined' })
    expect(await bench.change(made.SponsorId, { Status: 'Pending' })).toMatchObject({ Price: 7, Status: 'Pending' })
    expect(await bench.change(made.SponsorId, { SponsorshipTypeId: free })).toMatchObject({ Price: 0 })
    expect(await bench.change(made.SponsorId, { Price: '8' })).toMatchObject({ Price: 8 })
    expect(await bench.change(made.SponsorId, { Price: null })).toMatchObject({ Price: 0 })
    await bench.saveType(free, { AuditId: 1, IsActive: false })
    expect(await bench.change(made.SponsorId, { Status: 'Approved' })).toMatchObject({ InvoiceId: null })
    const fresh = { ContactId: await bench.person(), SponsorshipTypeId: free }
    expect(await faults(bench.save(0, fresh))).toEqual([422, '/SponsorshipTypeId'])
  })

  test('declines after the period of the invoice was closed: the void is posted today', async () => {
    const made = await bench.sponsor(await bench.sponsorshipType(), { Status: 'Approved' })
    bench.setDay('2025-02-15')
    const closed = await bench.caller.post('/api/finance/closedperiod', { AuditId: 1, ClosedThrough: '2025-01-31' })
    expect(closed.statusCode, closed.body).toBe(200)
    await bench.change(made.SponsorId, { Status: 'Declined' })
    expect(await bench.balanceOf(made.ContactId)).toBe(0)
    await bench.caller.post('/api/finance/closedperiod', { AuditId: 2, ClosedThrough: null })
  })
})
