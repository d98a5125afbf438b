import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdvertisingBench, openAdvertising } from '#test/support/commerce/advertising'

let bench: AdvertisingBench
beforeAll(async () => {
  bench = await openAdvertising()
})
afterAll(() => bench.server.close())

describe('GET /api/sponsorships/displayads/counts (listAdCounts)', () => {
  test('lists a row for each ad, position and day, the newest day first', async () => {
    const CustomAdLocationId = await bench.location()
    const adId = await bench.ad({ Title: 'Autumn', Placements: [{ CustomAdLocationId }] })
    const { system } = bench.server.database
    const tenantId = bench.mine.tenant.id
    const spot = await system.adSpot.findFirstOrThrow({ where: { tenantId, locationId: CustomAdLocationId } })
    const counted = { tenantId, adId, spotId: spot.id, impressions: 40, clicks: 2 }
    for (const day of ['2026-11-01', '2026-11-03', '2026-11-02'])
      await system.adCount.create({ data: { ...counted, day: new Date(day) } })
    const path = '/api/sponsorships/displayads/counts'
    const { body } = await bench.good('listAdCounts', bench.mine.get(`${path}?Criteria=autumn`))
    const rows = body.Results as unknown as Record<string, unknown>[]
    expect(rows.map(({ CountDate }) => CountDate)).toEqual(['2026-11-03', '2026-11-02', '2026-11-01'])
    expect(rows[0]).toMatchObject({
      AdId: adId,
      CustomAdLocationId,
      ImpressionCount: 40,
      ClickCount: 2,
      Title: 'Autumn',
    })
    const filtered = await bench.good('listAdCounts', bench.mine.get(`${path}?Filter=CountDate ge 2026-11-02`))
    expect(filtered.body.TotalRecordAvailable).toBe('2')
    const ad = (await bench.mine.get(`/api/sponsorships/displayad/${adId}`)).json()
    expect(ad.Placements).toMatchObject([{ ImpressionCount: 120, ClickCount: 6 }])
    expect((await bench.theirs.get(path)).json().Results).toEqual([])
  })

  test('states a total that equals the rows after views, and after a location and a row are deleted', async () => {
    const path = '/api/sponsorships/displayads/counts?Take=1000'
    const totals = async () => {
      const { TotalRecordAvailable, Results } = (await bench.mine.get(path)).json()
      return [Number(TotalRecordAvailable), Results.length]
    }
    const [before = 0] = await totals()
    const CustomAdLocationId = await bench.location()
    const ads: number[] = []
    for (const _ of [1, 2]) {
      const BannerImage = { FileId: await bench.picture(20, 10) }
      ads.push(await bench.ad({ BannerImage, Placements: [{ CustomAdLocationId }] }))
    }
    const [adId = 0] = ads
    const url = `/api/public/ads/${bench.mine.tenant.key}/customlocations/${CustomAdLocationId}`
    const view = () => bench.server.app.inject({ method: 'POST', url })
    for (const _ of [1, 2]) await Promise.all(Array.from({ length: 10 }, view))
    expect(await totals()).toEqual([before + 2, before + 2])
    const theirs = (await bench.theirs.get(path)).json()
    expect([theirs.TotalRecordAvailable, theirs.Results]).toEqual(['0', []])
    for (const AdId of ads) await bench.save('displayad/save', { AdId, AuditId: 1, Placements: [] })
    expect((await bench.mine.delete(`/api/sponsorships/customadlocations/${CustomAdLocationId}`)).statusCode).toBe(200)
    expect(await totals()).toEqual([before + 2, before + 2])
    const { system } = bench.server.database
    await system.adCount.deleteMany({ where: { tenantId: bench.mine.tenant.id, adId } })
    expect(await totals()).toEqual([before + 1, before + 1])
  })
})
