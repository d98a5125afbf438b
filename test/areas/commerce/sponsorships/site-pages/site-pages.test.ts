import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdvertisingBench, openAdvertising } from '#test/support/commerce/advertising'
import { refusal } from '#test/support/people/contact-parts'

let bench: AdvertisingBench
beforeAll(async () => {
  bench = await openAdvertising()
})
afterAll(() => bench.server.close())

const url = (id: unknown) => `/api/sponsorships/sitepages/${id}`
const save = (id: unknown, body: object) => bench.mine.post(url(id), body)

describe('POST /api/sponsorships/sitepages/{sitepageid} (saveSitePage)', () => {
  test('creates a page with two empty positions, and changes it', async () => {
    const SiteId = await bench.site({ Name: 'Harbor' })
    const page = { SiteId, SiteModuleTypeId: '2', Title: 'Members', RelativePath: '/members' }
    const made = await bench.good('saveSitePage', save(0, page))
    expect(made.body).toMatchObject({
      ...page,
      Site: 'Harbor',
      SiteModule: 'Directory',
      AuditId: 1,
      TopAdvertisingTypeId: null,
      BottomAdvertisingTypeId: null,
    })
    const changed = await bench.good('saveSitePage', save(made.body.SitePageId, { AuditId: 1, SiteModuleTypeId: '4' }))
    expect(changed.body).toMatchObject({ Title: 'Members', SiteModule: 'Events', AuditId: 2 })
  })

  test('names every missing field, and rejects a path in use and another site', async () => {
    const response = await save(0, { Title: ' ' })
    const pointers = response.json().errors.map(({ pointer }: { pointer: string }) => pointer)
    expect(pointers.sort()).toEqual(['/RelativePath', '/SiteId', '/SiteModuleTypeId', '/Title'])
    const { SiteId, SitePageId } = await bench.page({ RelativePath: '/one' })
    const page = { SiteModuleTypeId: '2', Title: 'Two' }
    expect(await refusal(save(0, { ...page, SiteId, RelativePath: '/one' }))).toEqual([409, 'duplicate'])
    expect(await refusal(save(0, { ...page, SiteId, RelativePath: 'two' }))).toEqual([400, '/RelativePath'])
    const elsewhere = { ...page, SiteId: 2_000_000_000, RelativePath: '/one' }
    expect(await refusal(save(0, elsewhere))).toEqual([422, '/SiteId'])
    expect(await refusal(save(SitePageId, { AuditId: 1, SiteId: await bench.site() }))).toEqual([422, '/SiteId'])
  })
})

describe('GET /api/sponsorships/sitepages (listSitePages)', () => {
  test('lists also the pages whose module cannot show ads', async () => {
    const { SitePageId } = await bench.page({ SiteModuleTypeId: '6', Title: 'Vacancies' })
    await bench.save('sitemodules/6', { AuditId: 1, IsAllowed: false })
    const { body } = await bench.good('listSitePages', bench.mine.get('/api/sponsorships/sitepages?Criteria=vacan'))
    expect(body.Results).toMatchObject([{ SitePageId, SiteModule: 'Jobs' }])
  })
})

describe('GET /api/sponsorships/sitepages/{sitepageid} (getSitePage)', () => {
  test('returns the page with its version', async () => {
    const { SitePageId } = await bench.page()
    expect((await bench.good('getSitePage', bench.mine.get(url(SitePageId)))).version).toBe(1)
  })
})

describe('DELETE /api/sponsorships/sitepages/{sitepageid} (deleteSitePage)', () => {
  test('deletes a page, and its site can be deleted then', async () => {
    const { SiteId, SitePageId } = await bench.page()
    expect((await bench.mine.delete(url(SitePageId))).statusCode).toBe(200)
    expect((await bench.mine.get(url(SitePageId))).statusCode).toBe(404)
    expect((await bench.mine.delete(`/api/sponsorships/sites/${SiteId}`)).statusCode).toBe(200)
  })
})

describe('GET /api/sponsorships/pages/sp-cp (listPortalPages)', () => {
  test('lists the pages of the portals that can show ads, by portal and title', async () => {
    const SiteId = await bench.site()
    const portal = (SiteModuleTypeId: string, Title: string, RelativePath: string) =>
      bench.page({ SiteId, SiteModuleTypeId, Title, RelativePath })
    await portal('9', 'My profile', '/me')
    await portal('9', 'My benefits', '/me/benefits')
    const { SitePageId } = await portal('8', 'My sponsorships', '/sponsor')
    await bench.page()
    const { body } = await bench.good('listPortalPages', bench.mine.get('/api/sponsorships/pages/sp-cp'))
    expect(body.map(({ Name, SiteModuleTypeId }) => [Name, SiteModuleTypeId])).toEqual([
      ['My sponsorships', '8'],
      ['My benefits', '9'],
      ['My profile', '9'],
    ])
    expect(body[0]).toMatchObject({ Id: String(SitePageId), ExtraData: '/sponsor', Order: 1 })
  })
})
