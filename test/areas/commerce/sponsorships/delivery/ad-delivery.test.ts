import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdvertisingBench, openAdvertising } from '#test/support/commerce/advertising'

let bench: AdvertisingBench
let now = new Date('2026-11-21T04:30:00Z')
beforeAll(async () => {
  bench = await openAdvertising({ clock: { now: () => now } })
})
afterAll(() => bench.server.close())

interface Shown {
  AdId: number
  PositionTypeId: string | null
  ImageUrl: string
  ClickUrl: string | null
}

const base = () => `/api/public/ads/${bench.mine.tenant.key}`
const inject = (method: 'GET' | 'POST' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
  bench.server.app.inject({ method, url, headers })
const view = async (pageId: number): Promise<Shown[]> => {
  const response = await inject('POST', `${base()}/pages/${pageId}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json().Ads
}
const pathOf = (address: string | null): string => new URL(address ?? '').pathname
const counts = async (AdId: number) =>
  (await bench.mine.get(`/api/sponsorships/displayads/counts?Filter=AdId eq ${AdId}`)).json().Results as Record<
    string,
    unknown
  >[]

/** A page whose top shows display ads, and a function that places an ad there. */
const openPage = async () => {
  const page = await bench.page({ Title: 'Members' })
  const top = { ...page, PositionTypeId: '1' }
  await bench.save('adlocations/adtypeplacement/save', { ...top, AdvertisingTypeId: '1' })
  const ad = async (more: object = {}) =>
    bench.ad({
      BannerImage: { FileId: await bench.picture(20, 10), ShortDescription: 'Sea' },
      DestinationUrl: 'https://crest.example/autumn',
      Placements: [top],
      ...more,
    })
  return { ...page, top, ad }
}

describe('POST /api/public/ads/{tenantkey}/pages/{sitepageid} (showPageAds)', () => {
  test('rotates the active ads of each position and counts every impression', async () => {
    const { SitePageId, ad } = await openPage()
    const active = [await ad(), await ad(), await ad({ StartDate: '2026-11-21', EndDate: '2026-11-21' })]
    const others = [await ad({ EndDate: '2026-11-20' }), await ad({ StartDate: '2026-11-22' })]
    others.push(await ad({ BannerImage: null }), await ad({ Placements: [] }))
    const shown = await Promise.all(Array.from({ length: 30 }, () => view(SitePageId)))
    const ids = shown.map(([first]) => first?.AdId)
    for (const id of active) expect(ids.filter((one) => one === id)).toHaveLength(10)
    for (const id of active)
      expect(await counts(id)).toMatchObject([
        { CountDate: '2026-11-21', ImpressionCount: 10, ClickCount: 0, Name: 'Members, top of page' },
      ])
    for (const id of others) expect(await counts(id)).toEqual([])
    const [one] = shown[0] ?? []
    expect(one).toMatchObject({ PositionTypeId: '1', Width: 20, Height: 10, ShortDescription: 'Sea' })
  })

  test('shows nothing where the position, the module or the contact does not allow it', async () => {
    const { SitePageId, top, ad } = await openPage()
    const contact = await bench.person()
    await ad({ ContactId: String(contact) })
    expect(await view(SitePageId)).toHaveLength(1)
    await bench.save('sitemodules/2', { AuditId: 1, IsAllowed: false })
    expect(await view(SitePageId)).toEqual([])
    await bench.save('sitemodules/2', { AuditId: 2, IsAllowed: true })
    await bench.save('adlocations/adtypeplacement/save', { ...top, AdvertisingTypeId: null })
    expect(await view(SitePageId)).toEqual([])
    await bench.save('adlocations/adtypeplacement/save', { ...top, AdvertisingTypeId: '1' })
    expect((await bench.mine.delete(`/api/contacts/${contact}/1`)).statusCode).toBe(200)
    expect(await view(SitePageId)).toEqual([])
  })

  test('shows the ad of a merged contact for the winner, and none while the winner is deleted', async () => {
    const { SitePageId, ad } = await openPage()
    const WinnerContactId = await bench.person()
    const LoserContactId = await bench.person()
    const AdId = await ad({ ContactId: String(LoserContactId) })
    const merge = { WinnerContactId, WinnerAuditId: 1, LoserContactId, LoserAuditId: 1 }
    const merged = await bench.mine.post('/api/contacts/merge', merge)
    expect(merged.statusCode, merged.body).toBe(200)
    expect(await view(SitePageId)).toMatchObject([{ AdId }])
    const path = `/api/sponsorships/displayad/${AdId}`
    expect((await bench.mine.get(path)).json()).toMatchObject({ ContactId: String(WinnerContactId) })
    const where = { tenantId: bench.mine.tenant.id, id: WinnerContactId }
    const { auditId: version } = await bench.server.database.system.contact.findFirstOrThrow({ where })
    expect((await bench.mine.delete(`/api/contacts/${WinnerContactId}/${version}`)).statusCode).toBe(200)
    expect([await view(SitePageId), (await bench.mine.get(path)).statusCode]).toEqual([[], 404])
    const restored = await bench.mine.post(`/api/contacts/${WinnerContactId}/restore/${version + 1}`)
    expect(restored.statusCode, restored.body).toBe(200)
    expect(await view(SitePageId)).toMatchObject([{ AdId }])
  })

  test('returns 404 for an unknown tenant or page, and for the page of another tenant', async () => {
    const { SitePageId } = await openPage()
    const status = async (url: string, headers = {}) => (await inject('POST', url, headers)).statusCode
    expect(await status(`/api/public/ads/nobody/pages/${SitePageId}`)).toBe(404)
    expect(await status(`${base()}/pages/2000000000`)).toBe(404)
    expect(await status(`/api/public/ads/${bench.theirs.tenant.key}/pages/${SitePageId}`)).toBe(404)
    const asOther = { authorization: `ApiKey ${bench.theirs.key}` }
    expect(await status(`${base()}/pages/${SitePageId}`, asOther)).toBe(404)
    expect(await status(`${base()}/pages/${SitePageId}`, { authorization: `ApiKey ${bench.mine.key}` })).toBe(200)
  })
})

describe('POST /api/public/ads/{tenantkey}/customlocations/{customadlocationid} (showLocationAd)', () => {
  test('selects an ad of the location', async () => {
    const CustomAdLocationId = await bench.location()
    const url = `${base()}/customlocations/${CustomAdLocationId}`
    expect((await inject('POST', url)).json()).toEqual({ Ads: [] })
    const BannerImage = { FileId: await bench.picture(20, 10) }
    const AdId = await bench.ad({ BannerImage, Placements: [{ CustomAdLocationId }] })
    expect((await inject('POST', url)).json().Ads).toMatchObject([{ AdId, PositionTypeId: null, ClickUrl: null }])
    expect((await bench.mine.delete(`/api/sponsorships/customadlocations/${CustomAdLocationId}`)).statusCode).toBe(409)
    await bench.save('displayad/save', { AdId, AuditId: 1, Placements: [] })
    expect((await bench.mine.delete(`/api/sponsorships/customadlocations/${CustomAdLocationId}`)).statusCode).toBe(200)
    expect(await counts(AdId)).toMatchObject([{ ImpressionCount: 1, CustomAdLocationId: null, Name: null }])
  })
})

describe('GET /api/public/ads/{tenantkey}/clicks/{adid}/{spotid} (followAd)', () => {
  test('counts a click and redirects to the address of the ad', async () => {
    const { SitePageId, ad } = await openPage()
    const AdId = await ad()
    const [shown] = await view(SitePageId)
    const click = pathOf(shown?.ClickUrl ?? null)
    const responses = await Promise.all([1, 2, 3].map(() => inject('GET', click)))
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([302, 302, 302])
    expect(responses[0]?.headers).toMatchObject({
      location: 'https://crest.example/autumn',
      'cache-control': 'no-store',
    })
    expect((await inject('HEAD', click)).statusCode).toBe(204)
    expect(await counts(AdId)).toMatchObject([{ ImpressionCount: 1, ClickCount: 3 }])
    expect((await inject('GET', click.replace(/\d+$/, '2000000000'))).statusCode).toBe(404)
    await bench.save('displayad/save', { AdId, AuditId: 1, EndDate: '2026-11-20' })
    expect((await inject('GET', click)).statusCode).toBe(404)
  })
})

describe('GET /api/public/ads/{tenantkey}/images/{adid}/{fileid} (getAdImage)', () => {
  test('returns the image of an active ad to everyone', async () => {
    const { SitePageId, ad } = await openPage()
    const AdId = await ad()
    const [shown] = await view(SitePageId)
    const image = pathOf(shown?.ImageUrl ?? null)
    const response = await inject('GET', image, { accept: 'image/*' })
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=86400',
    })
    await bench.save('displayad/save', { AdId, AuditId: 1, EndDate: '2026-11-20' })
    expect((await inject('GET', image, { accept: 'image/*' })).statusCode).toBe(404)
  })
})

describe('an ad whose last day ends', () => {
  test('is not shown from midnight in the time zone of the tenant', async () => {
    const { SitePageId, ad } = await openPage()
    const { system } = bench.server.database
    const AdId = await ad({ EndDate: '2026-11-21' })
    const before = now
    now = new Date('2026-11-21T23:59:59Z')
    expect((await view(SitePageId)).map((one) => one.AdId)).toEqual([AdId])
    now = new Date('2026-11-22T00:00:00Z')
    expect(await view(SitePageId)).toEqual([])
    now = before
    expect(await system.adCount.count({ where: { adId: AdId } })).toBe(1)
  })
})
