import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { faults, openSponsors, type SponsorsBench } from '#test/support/commerce/sponsors'
import { expectShape } from '#test/support/server/contract-shape'

let bench: SponsorsBench
beforeAll(async () => {
  bench = await openSponsors('2025-01-15')
})
afterAll(() => bench.server.close())

const url = (id: unknown) => `/api/sponsorships/types/${id}`

describe('POST /api/sponsorships/types/{sponsorshiptypeid} (saveSponsorshipType)', () => {
  test('creates a type and changes single fields of it', async () => {
    const packageId = await bench.package([[await bench.item(), 4]], { Name: 'Gold benefits' })
    const SaleableItemId = await bench.feeItem(2500, { Name: 'Gold sponsorship' })
    const made = await bench.saveType(0, {
      Name: 'Gold',
      Description: 'Logo on all pages.',
      SponsorBenefitId: String(packageId),
      MaxQuantity: 10,
      LengthInMonths: '12',
      SaleableItem: { SaleableItemId },
    })
    expect(made.statusCode, made.body).toBe(200)
    expectShape('saveSponsorshipType', made.json())
    expect(made.headers.etag).toBe('"1"')
    const id = made.json().SponsorshipTypeId
    expect(made.json()).toEqual({
      SponsorshipTypeId: id,
      AuditId: 1,
      SponsorshipLevel: 'Gold',
      BenefitPackage: 'Gold benefits',
      Price: 2500,
      TotalQuantity: 10,
      CurrentlyActive: false,
      LengthInMonths: 12,
      IsActive: true,
      Actions: ['view', 'edit', 'delete'],
    })
    expect((await bench.saveType(id, { AuditId: 1, MaxQuantity: 3 })).json()).toMatchObject({ TotalQuantity: 3 })
    const read = await bench.caller.get(url(id))
    expectShape('getSponsorshipType', read.json())
    expect(read.json()).toEqual({
      SponsorshipTypeId: id,
      AuditId: 2,
      Name: 'Gold',
      Description: 'Logo on all pages.',
      SponsorBenefitId: String(packageId),
      MaxQuantity: 3,
      LengthInMonths: '12',
      IsActive: true,
      SaleableItem: { SaleableItemId, Name: 'Gold sponsorship', Price: 2500 },
    })
  })

  test('reports all errors at once, and rejects what does not exist or is not active', async () => {
    const SaleableItemId = await bench.feeItem(10, { IsActive: false })
    expect(await faults(bench.saveType(0, { Name: 'A', LengthInMonths: '121' }))).toEqual([
      400,
      '/SaleableItem',
      '/LengthInMonths',
    ])
    const wrong = { Name: 'A', SaleableItem: { SaleableItemId }, SponsorBenefitId: '9999999999' }
    expect(await faults(bench.saveType(0, wrong))).toEqual([422, '/SponsorBenefitId', '/SaleableItem/SaleableItemId'])
    expect(await faults(bench.saveType(0, { ...wrong, SponsorBenefitId: null }))).toEqual([
      422,
      '/SaleableItem/SaleableItemId',
    ])
    const SaleableItem = { SaleableItemId: await bench.feeItem(10) }
    expect(await faults(bench.saveType(0, { Name: ' ', SaleableItem }))).toEqual([422, '/Name'])
    expect(await faults(bench.saveType(0, { Name: 'GOLD', SaleableItem }))).toEqual([409, 'duplicate'])
  })

  test('rejects a maximum below the sponsors that it has at the same time', async () => {
    const typeId = await bench.sponsorshipType()
    const Status = 'Approved'
    await bench.sponsor(typeId, { Status, StartDate: '2025-01-15', EndDate: '2025-02-28' })
    await bench.sponsor(typeId, { Status, StartDate: '2025-03-01', EndDate: '2025-06-30' })
    await bench.sponsor(typeId, { Status, StartDate: '2025-06-30', EndDate: '2025-07-01' })
    await bench.sponsor(typeId, { Status: 'Pending', StartDate: '2025-06-30', EndDate: '2025-07-01' })
    expect(await faults(bench.saveType(typeId, { AuditId: 1, MaxQuantity: 1 }))).toEqual([422, '/MaxQuantity'])
    expect((await bench.saveType(typeId, { AuditId: 1, MaxQuantity: 2 })).statusCode).toBe(200)
    bench.setDay('2025-07-01')
    expect((await bench.saveType(typeId, { AuditId: 2, MaxQuantity: 1 })).statusCode).toBe(200)
    bench.setDay('2025-01-15')
  })
})

describe('GET /api/sponsorships/types/{sponsorshiptypeid} (getSponsorshipType)', () => {
  test('returns an unsaved type for id 0, and 404 for an unknown one', async () => {
    const response = await bench.caller.get(url(0))
    expectShape('getSponsorshipType', response.json())
    expect(response.json()).toMatchObject({ SponsorshipTypeId: 0, AuditId: 0, Name: null, IsActive: true })
    expect((await bench.caller.get(url(2_000_000_000))).statusCode).toBe(404)
  })
})

describe('GET /api/sponsorships/types (listSponsorshipTypes)', () => {
  test('lists the highest price first, with what is running today, and filters', async () => {
    const dear = await bench.sponsorshipType({ SaleableItem: { SaleableItemId: await bench.feeItem(90_000) } })
    const cheap = await bench.sponsorshipType({ SaleableItem: { SaleableItemId: await bench.feeItem(80_000) } })
    await bench.sponsor(cheap, { Status: 'Approved' })
    await bench.sponsor(dear, { Status: 'Approved', StartDate: '2025-01-16' })
    const options = encodeURIComponent(JSON.stringify({ Filter: 'Price ge 80000', Take: '2' }))
    const response = await bench.caller.get(`/api/sponsorships/types?options=${options}`)
    expectShape('listSponsorshipTypes', response.json())
    expect(response.json()).toMatchObject([
      { SponsorshipTypeId: dear, CurrentlyActive: false },
      { SponsorshipTypeId: cheap, CurrentlyActive: true, Actions: ['view', 'edit'] },
    ])
    const active = encodeURIComponent(JSON.stringify({ Filter: 'CurrentlyActive eq true and Price ge 80000' }))
    expect((await bench.caller.get(`/api/sponsorships/types?options=${active}`)).json()).toHaveLength(1)
  })
})

describe('GET /api/sponsorships/types/lookup (lookupSponsorshipTypes)', () => {
  test('lists the active types by name', async () => {
    const two = await bench.sponsorshipType({ Name: 'Zinc' })
    const one = await bench.sponsorshipType({ Name: 'Amber' })
    await bench.sponsorshipType({ Name: 'Lead', IsActive: false })
    const response = await bench.caller.get('/api/sponsorships/types/lookup')
    expectShape('lookupSponsorshipTypes', response.json())
    const names = response.json().map(({ Name }: { Name: string }) => Name)
    expect(names).not.toContain('Lead')
    expect([names.at(0), names.at(-1)]).toEqual(['Amber', 'Zinc'])
    expect(response.json().at(0)).toMatchObject({ Id: one, Expression: 'Amber' })
    expect(response.json().at(-1).Id).toBe(two)
  })
})

describe('DELETE /api/sponsorships/types/{sponsorshiptypeid}/{auditid} (deleteSponsorshipType)', () => {
  test('deletes a type, but not one that a sponsor has or had', async () => {
    const free = await bench.sponsorshipType()
    expect((await bench.caller.delete(`${url(free)}/1`)).statusCode).toBe(200)
    expect((await bench.caller.get(url(free))).statusCode).toBe(404)
    const used = await bench.sponsorshipType()
    const { SponsorId } = await bench.sponsor(used)
    await bench.remove(SponsorId)
    const refused = await bench.caller.delete(`${url(used)}/1`)
    expect(refused.json()).toMatchObject({ code: 'in-use' })
    expect(refused.json().detail).toContain('(deleted)')
  })

  test('keeps a saleable item and a package that a type uses', async () => {
    const packageId = await bench.package([])
    const SaleableItemId = await bench.feeItem(5)
    await bench.sponsorshipType({ SponsorBenefitId: String(packageId), SaleableItem: { SaleableItemId } })
    expect(await faults(bench.caller.delete(`/api/finance/feeitems/${SaleableItemId}`))).toEqual([409, 'in-use'])
    expect(await faults(bench.caller.delete(`/api/benefits/packages/${packageId}`))).toEqual([409, 'in-use'])
  })
})
