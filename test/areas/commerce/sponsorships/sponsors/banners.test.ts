import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdvertisingBench, openAdvertising } from '#test/support/commerce/advertising'

let bench: AdvertisingBench
const NOW = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  bench = await openAdvertising({ clock: { now: () => NOW } })
})
afterAll(() => bench.server.close())

/** Makes a contact a sponsor of a free type. */
const sponsor = async (ContactId: number, more: object = {}): Promise<Record<string, unknown>> => {
  const accounts = (await bench.mine.get('/api/finance/accounts?Criteria=Sponsorships')).json().Results
  const item = { Name: `Free ${ContactId}`, Price: 0, AccountId: accounts[0].AccountId }
  const { FeeItemId } = (await bench.mine.post('/api/finance/feeitems/0', item)).json()
  const type = { Name: `Level ${ContactId}`, SaleableItem: { SaleableItemId: FeeItemId } }
  const { SponsorshipTypeId } = await bench.save('types/0', type)
  return bench.save('sponsors/0', { ContactId, SponsorshipTypeId, Status: 'Approved', ...more })
}

/** Contacts with one active ad each. */
const advertiser = async (more: object = {}) => {
  const contact = await bench.person()
  const BannerImage = { FileId: await bench.picture(20, 10) }
  const link = { DestinationUrl: 'https://sponsor.example/' }
  return { contact, ad: await bench.ad({ ContactId: String(contact), BannerImage, ...link, ...more }) }
}

describe('GET /api/sponsorships/sponsors/banners/{sponsorid} (getSponsorBanners)', () => {
  test('returns the ads of the contact that have not ended, the newest first', async () => {
    const { contact, ad } = await advertiser()
    const next = await bench.ad({ ContactId: String(contact), StartDate: '2027-01-01' })
    await bench.ad({ ContactId: String(contact), EndDate: '2026-11-20' })
    await advertiser()
    const { SponsorId } = await sponsor(contact)
    const path = `/api/sponsorships/sponsors/banners/${SponsorId}`
    const { body } = await bench.good('getSponsorBanners', bench.mine.get(path))
    expect(body).toMatchObject({ SponsorId, Banners: [{ AdId: next, Status: 'Scheduled' }, { AdId: ad }] })
    expect((await bench.mine.get('/api/sponsorships/sponsors/banners/2000000000')).statusCode).toBe(404)
  })
})

describe('a position that shows banners of sponsors', () => {
  test('rotates the ads of contacts whose sponsorship runs today', async () => {
    const page = await bench.page()
    await bench.save('adlocations/adtypeplacement/save', { ...page, PositionTypeId: '2', AdvertisingTypeId: '2' })
    const one = await advertiser()
    const other = await advertiser()
    const pending = await advertiser()
    const later = await advertiser()
    await advertiser()
    await sponsor(one.contact)
    await sponsor(other.contact, { StartDate: '2026-11-21', EndDate: '2026-11-21' })
    await sponsor(pending.contact, { Status: 'Pending' })
    await sponsor(later.contact, { StartDate: '2026-11-22' })
    const url = `/api/public/ads/${bench.mine.tenant.key}/pages/${page.SitePageId}`
    const view = async () => (await bench.server.app.inject({ method: 'POST', url })).json().Ads
    const shown = (await Promise.all(Array.from({ length: 20 }, view))).flat()
    const ids = shown.map(({ AdId }: { AdId: number }) => AdId)
    const { system } = bench.server.database
    const sponsors = await system.sponsor.findMany({
      where: { tenantId: bench.mine.tenant.id, statusId: 2, startsOn: { lte: NOW } },
    })
    expect(sponsors.length).toBeGreaterThanOrEqual(2)
    for (const { ad } of [one, other]) expect(ids).toContain(ad)
    for (const { ad } of [pending, later]) expect(ids).not.toContain(ad)
    const { pathname } = new URL(shown[0].ClickUrl)
    expect((await bench.server.app.inject({ method: 'GET', url: pathname })).statusCode).toBe(302)
    const { body } = await bench.good(
      'listAdCounts',
      bench.mine.get(`/api/sponsorships/displayads/counts?Filter=SitePageId eq ${page.SitePageId}`),
    )
    const rows = body.Results as unknown as { ImpressionCount: number }[]
    expect(rows.reduce((sum, row) => sum + row.ImpressionCount, 0)).toBe(20)
  })
})
