import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdvertisingBench, openAdvertising } from '#test/support/commerce/advertising'
import { upload } from '#test/support/integration/files'
import { refusal } from '#test/support/people/contact-parts'

let bench: AdvertisingBench
/** 23:30 on 20 November in New York, where the tenant is; 21 November in UTC. */
const NOW = new Date('2026-11-21T04:30:00Z')
beforeAll(async () => {
  bench = await openAdvertising({ clock: { now: () => NOW } })
  const { system } = bench.server.database
  await system.tenant.update({ where: { id: bench.mine.tenant.id }, data: { timeZone: 'America/New_York' } })
})
afterAll(() => bench.server.close())

const url = (id: unknown) => `/api/sponsorships/displayad/${id}`
const save = (body: object, headers = {}) => bench.mine.post(url('save'), body, headers)
const get = async (id: number) => (await bench.good('getDisplayAd', bench.mine.get(url(id)))).body

describe('POST /api/sponsorships/displayad/save (saveDisplayAd)', () => {
  test('creates an ad with an image and placements, and shows it on its page', async () => {
    const contact = await bench.person()
    const page = await bench.page({ Title: 'Members' })
    await bench.save('adlocations/adtypeplacement/save', { ...page, PositionTypeId: '1', AdvertisingTypeId: '1' })
    const CustomAdLocationId = await bench.location()
    const made = await bench.good(
      'saveDisplayAd',
      save({
        AdId: 0,
        ContactId: String(contact),
        Title: ' Autumn ',
        DestinationUrl: 'https://crest.example/autumn',
        AdAreaId: '1',
        BannerImage: { FileId: await bench.picture(728, 90), ShortDescription: 'Mugs' },
        Placements: [{ ...page, PositionTypeId: '1' }, { ...page, PositionTypeId: '2' }, { CustomAdLocationId }],
      }),
    )
    expect(made.body).toMatchObject({ Description: 'Autumn', IsActive: true, Status: 'Active', EndDate: null })
    expect(made.body).toMatchObject({ ActivePlacements: 2, TotalPlacements: 3, TotalRecordAvailable: 1 })
    const ad = await get(Number(made.body.AdId))
    expect(ad).toMatchObject({
      AuditId: 1,
      ContactId: String(contact),
      Width: 728,
      Height: 90,
      OpenInNewWindow: false,
      BannerImage: { Width: 728, Height: 90, ShortDescription: 'Mugs' },
      Placements: [
        {
          Name: 'Members, top of page',
          ...page,
          PositionTypeId: '1',
          IsActive: true,
          ImpressionCount: 0,
          ClickCount: 0,
        },
        { Name: 'Members, bottom of page', IsActive: false },
        { CustomAdLocationId, SitePageId: null, IsActive: true },
      ],
    })
    const { FileId } = ad.BannerImage as unknown as { FileId: number }
    const file = await bench.mine.get(`/api/webdav/${FileId}`, { accept: 'image/*' })
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png'])
    expect((await bench.mine.delete(`/api/files/${FileId}`)).json().code).toBe('in-use')
  })

  test('keeps what a change leaves out, and placements that stay keep their ids', async () => {
    const one = await bench.location()
    const two = await bench.location()
    const Placements = [{ CustomAdLocationId: one }]
    const AdId = await bench.ad({ DestinationUrl: 'https://a.example/', OpenInNewWindow: true, Placements })
    const before = await get(AdId)
    expect((await save({ AdId, AuditId: 1, Title: 'Renamed' })).statusCode).toBe(200)
    expect(await get(AdId)).toEqual({ ...before, AuditId: 2, Title: 'Renamed' })
    await save({ AdId, AuditId: 2, Placements: [{ CustomAdLocationId: two }, ...Placements] })
    const after = (await get(AdId)).Placements as unknown as { AdPlacementId: number; CustomAdLocationId: number }[]
    expect(after.map(({ CustomAdLocationId }) => CustomAdLocationId)).toEqual([one, two])
    expect(after[0]).toEqual((before.Placements as unknown as object[])[0])
    expect(await refusal(save({ AdId, AuditId: 2, Title: 'Stale' }))).toEqual([409, 'stale-audit-id'])
    expect((await save({ AdId, Title: 'Other' }, { 'if-match': '"2"' })).statusCode).toBe(412)
    expect((await get(AdId)).BannerImage).toBeNull()
  })

  test('replaces and removes the image, and deletes the one before', async () => {
    const AdId = await bench.ad({ BannerImage: { FileId: await bench.picture(10, 20, 'gif') } })
    const first = (await get(AdId)).BannerImage as unknown as { FileId: number }
    expect(await get(AdId)).toMatchObject({ Width: 10, Height: 20 })
    const kept = await save({ AdId, AuditId: 1, BannerImage: { FileId: first.FileId, ShortDescription: 'Sea' } })
    expect(kept.statusCode, kept.body).toBe(200)
    expect((await get(AdId)).BannerImage).toMatchObject({ ...first, ShortDescription: 'Sea' })
    await save({ AdId, AuditId: 2, BannerImage: { FileId: await bench.picture(30, 30, 'webp') } })
    expect(await get(AdId)).toMatchObject({ Width: 30, BannerImage: { Width: 30, ShortDescription: 'Sea' } })
    expect((await bench.mine.get(`/api/webdav/${first.FileId}`)).statusCode).toBe(404)
    await save({ AdId, AuditId: 3, BannerImage: null })
    expect((await get(AdId)).BannerImage).toBeNull()
  })

  test('rejects what breaks a rule, naming the field', async () => {
    const ContactId = String(await bench.person())
    const ad = (more: object) => refusal(save({ AdId: 0, ContactId, Title: 'Ad', ...more }))
    expect(await ad({ ContactId: null })).toEqual([400, '/ContactId'])
    expect(await ad({ ContactId: '2000000000' })).toEqual([422, '/ContactId'])
    expect(await ad({ Title: ' ' })).toEqual([400, '/Title'])
    expect(await ad({ DestinationUrl: 'https://bank.example@a.example/' })).toEqual([400, '/DestinationUrl'])
    expect(await ad({ StartDate: '2026-02-02', EndDate: '2026-02-01' })).toEqual([422, '/EndDate'])
    expect(await ad({ AdAreaId: '2', Width: 728 })).toEqual([422, '/Width'])
    const BannerImage = { FileId: await bench.picture(20, 20) }
    expect(await ad({ AdAreaId: '2', BannerImage })).toEqual([422, '/BannerImage/FileId'])
    expect(await ad({ Height: 30, BannerImage })).toEqual([422, '/Height'])
    expect(await ad({ BannerImage: { FileId: 2_000_000_000 } })).toEqual([422, '/BannerImage/FileId'])
    const text = { FileId: await upload(bench.mine, 'a.png', 'no picture') }
    expect(await ad({ BannerImage: text })).toEqual([422, '/BannerImage/FileId'])
    const { SiteId, SitePageId } = await bench.page()
    const CustomAdLocationId = await bench.location()
    const placed = (...Placements: object[]) => ad({ Placements })
    const top = { SiteId, SitePageId, PositionTypeId: '1' }
    expect(await placed(top, { ...top, PositionTypeId: '2' }, top)).toEqual([422, '/Placements/2'])
    expect(await placed({ ...top, CustomAdLocationId })).toEqual([422, '/Placements/0'])
    expect(await placed({})).toEqual([422, '/Placements/0'])
    expect(await placed({ SiteId, SitePageId })).toEqual([422, '/Placements/0/PositionTypeId'])
    expect(await placed({ ...top, SiteId: await bench.site() })).toEqual([422, '/Placements/0/SitePageId'])
    expect(await placed({ CustomAdLocationId: 2_000_000_000 })).toEqual([422, '/Placements/0/CustomAdLocationId'])
    expect(await refusal(save({ AdId: 2_000_000_000, AuditId: 1, Title: 'Ad' }))).toEqual([404, 'not-found'])
  })
})

describe('GET /api/sponsorships/displayad/{adid} (getDisplayAd)', () => {
  test('derives the state from the days in the time zone of the tenant', async () => {
    const state = async (dates: object) => (await get(await bench.ad(dates))).Status
    expect(await state({ StartDate: '2026-11-20', EndDate: '2026-11-20' })).toBe('Active')
    expect(await state({ StartDate: '2026-11-21' })).toBe('Scheduled')
    expect(await state({ EndDate: '2026-11-19' })).toBe('Expired')
  })

  test('is not found, saved or listed while its contact is deleted', async () => {
    const contact = await bench.person()
    const AdId = await bench.ad({ ContactId: String(contact), Title: 'Of a deleted contact' })
    const list = '/api/sponsorships/displayads?Criteria=Of a deleted contact'
    const found = async () => {
      const { body } = await bench.good('listDisplayAds', bench.mine.get(list))
      return (body.Results as unknown[]).length
    }
    expect(await found()).toBe(1)
    expect((await bench.mine.delete(`/api/contacts/${contact}/1`)).statusCode).toBe(200)
    expect((await bench.mine.get(`/api/sponsorships/displayad/${AdId}`)).statusCode).toBe(404)
    expect((await save({ AdId, AuditId: 1, Title: 'Still' })).statusCode).toBe(404)
    expect(await found()).toBe(0)
    expect((await bench.mine.post(`/api/contacts/${contact}/restore/2`)).statusCode).toBe(200)
    expect(await get(AdId)).toMatchObject({ ContactId: String(contact), Title: 'Of a deleted contact' })
  })
})

describe('GET /api/sponsorships/displayads (listDisplayAds)', () => {
  test('combines states by or, and finds ads of a window and of a text', async () => {
    const names = new Map<string, object>([
      ['Zeta old', { EndDate: '2026-10-01' }],
      ['Zeta recent', { EndDate: '2026-11-10' }],
      ['Zeta now', { StartDate: '2026-11-01', EndDate: '2026-12-01' }],
      ['Zeta next', { StartDate: '2027-01-01' }],
    ])
    for (const [Title, dates] of names) await bench.ad({ Title, ...dates })
    const found = async (query: string) => {
      const { body } = await bench.good(
        'listDisplayAds',
        bench.mine.get(`/api/sponsorships/displayads?Criteria=zeta&${query}`),
      )
      return (body.Results as unknown as { Description: string }[]).map(({ Description }) => Description.slice(5))
    }
    expect(await found('')).toEqual(['old', 'recent', 'now', 'next'])
    expect(await found('Active=true')).toEqual(['now'])
    expect(await found('AllExpired=true')).toEqual(['old', 'recent'])
    expect(await found('Active=true&ExpiredWithinTheLastTwoWeeks=true')).toEqual(['recent', 'now'])
    expect(await found('CalendarStartDate=2026-11-11&CalendarEndDate=2026-12-31')).toEqual(['now'])
    const path = '/api/sponsorships/displayads?CalendarStartDate=2026-12-31&CalendarEndDate=2026-12-30'
    const refused = await bench.mine.get(path)
    expect([refused.statusCode, refused.json().errors]).toEqual([
      400,
      [{ pointer: 'query:CalendarEndDate', message: 'must not be before CalendarStartDate' }],
    ])
    expect(await found("Filter=Status eq 'Scheduled'")).toEqual(['next'])
    expect(await found('OrderBy=EndDate desc&Take=1')).toEqual(['next'])
  })
})

describe('a page with a placement', () => {
  test('cannot be deleted while the ad has not ended', async () => {
    const page = await bench.page()
    const AdId = await bench.ad({ Placements: [{ ...page, PositionTypeId: '1' }], StartDate: '2020-01-01' })
    const path = `/api/sponsorships/sitepages/${page.SitePageId}`
    expect(await refusal(bench.mine.delete(path))).toEqual([409, 'in-use'])
    await save({ AdId, AuditId: 1, EndDate: '2020-02-01' })
    expect((await bench.mine.delete(path)).statusCode).toBe(200)
    expect((await get(AdId)).Placements).toEqual([])
  })
})
