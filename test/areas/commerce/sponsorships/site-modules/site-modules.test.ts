import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdvertisingBench, openAdvertising } from '#test/support/commerce/advertising'
import { refusal } from '#test/support/people/contact-parts'

let bench: AdvertisingBench
beforeAll(async () => {
  bench = await openAdvertising()
})
afterAll(() => bench.server.close())

const url = (id: number) => `/api/sponsorships/sitemodules/${id}`

describe('POST /api/sponsorships/sitemodules/{sitemoduletypeid} (saveSiteModule)', () => {
  test('excludes a module from advertising', async () => {
    const saved = await bench.good('saveSiteModule', bench.mine.post(url(5), { AuditId: 1, IsAllowed: false }))
    expect(saved.body).toMatchObject({ SiteModuleTypeId: 5, Name: 'Store', IsAllowed: false, AuditId: 2 })
    expect(await refusal(bench.mine.post(url(5), { AuditId: 1, IsAllowed: true }))).toEqual([409, 'stale-audit-id'])
    expect((await bench.mine.post(url(10), { IsAllowed: true })).statusCode).toBe(404)
  })
})

describe('GET /api/sponsorships/sitemodules (listSiteModules)', () => {
  test('lists the nine modules', async () => {
    const { body } = await bench.good('listSiteModules', bench.mine.get('/api/sponsorships/sitemodules'))
    expect(body).toHaveLength(9)
  })
})

describe('GET /api/sponsorships/sitemodules/{sitemoduletypeid} (getSiteModule)', () => {
  test('returns a module with its version', async () => {
    const { body, version } = await bench.good('getSiteModule', bench.mine.get(url(1)))
    expect([body.Name, version]).toEqual(['Content', 1])
  })
})

describe('GET /api/sponsorships/adlocations/allowedsitemodule/lookup (lookupAllowedSiteModules)', () => {
  test('leaves out the modules that cannot show ads', async () => {
    await bench.save('sitemodules/7', { AuditId: 1, IsAllowed: false })
    const path = '/api/sponsorships/adlocations/allowedsitemodule/lookup'
    const { body } = await bench.good('lookupAllowedSiteModules', bench.mine.get(path))
    const names = body.map(({ Name }) => Name)
    expect(names).toContain('Content')
    expect(names).not.toContain('Hot deals')
  })
})
