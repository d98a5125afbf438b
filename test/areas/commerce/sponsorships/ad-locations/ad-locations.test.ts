import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdvertisingBench, openAdvertising } from '#test/support/commerce/advertising'
import { refusal } from '#test/support/people/contact-parts'

let bench: AdvertisingBench
beforeAll(async () => {
  bench = await openAdvertising()
})
afterAll(() => bench.server.close())

const list = '/api/sponsorships/adlocations'
const found = async (filter: object) => {
  const { body } = await bench.good('searchAdLocations', bench.mine.post(list, filter))
  return (body.Results as { SitePageId: number }[]).map(({ SitePageId }) => SitePageId)
}

describe('POST /api/sponsorships/adlocations/adtypeplacement/save (saveAdTypePlacement)', () => {
  test('sets what a position shows, and clears it', async () => {
    const page = await bench.page({ Title: 'Members' })
    const top = { ...page, PositionTypeId: '1' }
    const save = (body: object, headers = {}) => bench.mine.post(`${list}/adtypeplacement/save`, body, headers)
    const set = await bench.good('saveAdTypePlacement', save({ ...top, AdvertisingTypeId: '1' }))
    expect([set.body, set.version]).toEqual([
      {
        ...page,
        DomainId: null,
        Domain: null,
        Type: 'Directory',
        Title: 'Members',
        RelativePath: expect.stringMatching('^/page'),
        TotalRecordAvailable: 1,
        TopOfPageAd: 'Display ads',
        BottomOfPageAd: null,
      },
      2,
    ])
    const bottom = { ...page, PositionTypeId: '2', AdvertisingTypeId: '2' }
    expect((await save(bottom, { 'if-match': '"1"' })).statusCode).toBe(412)
    const both = await bench.good('saveAdTypePlacement', save(bottom, { 'if-match': '"2"' }))
    expect(both.body).toMatchObject({ TopOfPageAd: 'Display ads', BottomOfPageAd: 'Sponsor banners' })
    const cleared = await bench.good('saveAdTypePlacement', save({ ...top, AdvertisingTypeId: null }))
    expect(cleared.body).toMatchObject({ TopOfPageAd: null, BottomOfPageAd: 'Sponsor banners' })
  })

  test('rejects a page of another site, and a page whose module cannot show ads', async () => {
    const { SitePageId } = await bench.page()
    const set = (body: object) =>
      refusal(bench.mine.post(`${list}/adtypeplacement/save`, { PositionTypeId: '1', AdvertisingTypeId: '1', ...body }))
    expect(await set({ SiteId: await bench.site(), SitePageId })).toEqual([404, 'not-found'])
    await bench.save('sitemodules/6', { AuditId: 1, IsAllowed: false })
    expect(await set(await bench.page({ SiteModuleTypeId: '6' }))).toEqual([422, '/SitePageId'])
  })
})

describe('GET /api/sponsorships/adlocations/adtypeplacement/{siteid}/{sitepageid}/{positiontypeid} (getAdTypePlacement)', () => {
  test('returns what the position shows', async () => {
    const page = await bench.page()
    const bottom = { ...page, PositionTypeId: '2', AdvertisingTypeId: '1' }
    await bench.save('adlocations/adtypeplacement/save', bottom)
    const path = `${list}/adtypeplacement/${page.SiteId}/${page.SitePageId}`
    const { body, version } = await bench.good('getAdTypePlacement', bench.mine.get(`${path}/2`))
    expect([body, version]).toEqual([bottom, 2])
    const top = await bench.good('getAdTypePlacement', bench.mine.get(`${path}/1`))
    expect(top.body.AdvertisingTypeId).toBeNull()
    const elsewhere = `${list}/adtypeplacement/${await bench.site()}/${page.SitePageId}/1`
    expect((await bench.mine.get(elsewhere)).statusCode).toBe(404)
  })
})

describe('POST /api/sponsorships/adlocations (searchAdLocations)', () => {
  test('filters by domain, module and assigned ads', async () => {
    const domains = [{ Domain: 'a.example' }, { Domain: 'b.example' }]
    const site = (await bench.mine.post('/api/sponsorships/sites/0', { Name: 'Two', Domains: domains })).json()
    const SiteId = site.SiteId
    const members = await bench.page({ SiteId, Title: 'Members' })
    const shop = await bench.page({ SiteId, Title: 'Shop', SiteModuleTypeId: '5' })
    await bench.page()
    for (const { DomainId } of site.Domains)
      expect(await found({ DomainId: String(DomainId) })).toEqual([members.SitePageId, shop.SitePageId])
    const DomainId = String(site.Domains[0].DomainId)
    expect(await found({ DomainId, Type: '5' })).toEqual([shop.SitePageId])
    await bench.save('adlocations/adtypeplacement/save', { ...shop, PositionTypeId: '2', AdvertisingTypeId: '1' })
    expect(await found({ DomainId, HasAdsAssigned: true })).toEqual([shop.SitePageId])
    expect(await found({ DomainId, HasAdsAssigned: false })).toEqual([members.SitePageId])
    const { body } = await bench.good('searchAdLocations', bench.mine.post(list, { DomainId, Take: '1' }))
    expect(body).toMatchObject({
      TotalRecordAvailable: '2',
      Results: [{ TotalRecordAvailable: 2, Domain: 'a.example' }],
    })
  })
})

describe('GET /api/sponsorships/adlocations (listAdLocations)', () => {
  test('lists only pages whose module can show ads', async () => {
    const { SitePageId } = await bench.page({ SiteModuleTypeId: '3', Title: 'Harbor calendar' })
    const options = encodeURIComponent(JSON.stringify({ Criteria: 'harbor cal' }))
    const ids = async () =>
      ((await bench.good('listAdLocations', bench.mine.get(`${list}?options=${options}`))).body.Results as object[])
        .length
    expect([SitePageId > 0, await ids()]).toEqual([true, 1])
    await bench.save('sitemodules/3', { AuditId: 1, IsAllowed: false })
    expect(await ids()).toBe(0)
  })
})
