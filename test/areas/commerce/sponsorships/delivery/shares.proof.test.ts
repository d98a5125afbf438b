import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdvertisingBench, openAdvertising } from '#test/support/commerce/advertising'
import { type ServerChild, startServerChild } from '#test/support/processes/server-child'
import { proofSize } from '#test/support/runner/proof-size'

const VIEWS = proofSize({ reduced: 1000, full: 10_000 })
const AT_ONCE = 100

let bench: AdvertisingBench
let servers: ServerChild[] = []

beforeAll(async () => {
  bench = await openAdvertising({ own: true })
  const rates = { RATE_LIMIT_PER_ADDRESS: '1000000' }
  servers = [await startServerChild(bench.server.url, rates), await startServerChild(bench.server.url, rates)]
}, 120_000)
afterAll(async () => {
  for (const { process } of servers) process.kill('SIGTERM')
  await Promise.all(servers.map(({ ended }) => ended))
  await bench.server.close()
})

test(`each active ad has its share of ${VIEWS} views through two processes, and every view is counted`, {
  timeout: 600_000,
}, async () => {
  const page = await bench.page()
  const top = { ...page, PositionTypeId: '1' }
  await bench.save('adlocations/adtypeplacement/save', { ...top, AdvertisingTypeId: '1' })
  const ad = async (dates: object = {}) =>
    bench.ad({ BannerImage: { FileId: await bench.picture(20, 10) }, Placements: [top], ...dates })
  const active: number[] = []
  for (let made = 0; made < 7; made++) active.push(await ad())
  const expired = [await ad({ EndDate: '2020-01-01' }), await ad({ EndDate: '2020-01-01' })]
  const shown = new Map<number, number>()
  const view = async (at: number): Promise<void> => {
    const origin = `http://127.0.0.1:${servers[at % 2]?.port}`
    const response = await fetch(`${origin}/api/public/ads/${bench.mine.tenant.key}/pages/${page.SitePageId}`, {
      method: 'POST',
    })
    const { Ads } = (await response.json()) as { Ads: { AdId: number }[] }
    for (const { AdId } of Ads) shown.set(AdId, (shown.get(AdId) ?? 0) + 1)
  }
  for (let done = 0; done < VIEWS; done += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, (_, at) => view(done + at)))
  expect([...shown.values()].reduce((sum, count) => sum + count, 0)).toBe(VIEWS)
  for (const id of active) expect(Math.abs((shown.get(id) ?? 0) / (VIEWS / active.length) - 1)).toBeLessThan(0.05)
  for (const id of expired) expect(shown.has(id)).toBe(false)
  const rows = await bench.server.database.system.adCount.findMany({ where: { tenantId: bench.mine.tenant.id } })
  const counted = new Map<number, number>()
  for (const { adId, impressions } of rows) counted.set(adId, (counted.get(adId) ?? 0) + Number(impressions))
  expect(counted).toEqual(shown)
})

test('what a killed process has sent is counted', { timeout: 120_000 }, async () => {
  const page = await bench.page()
  const top = { ...page, PositionTypeId: '2' }
  await bench.save('adlocations/adtypeplacement/save', { ...top, AdvertisingTypeId: '1' })
  const id = await bench.ad({ BannerImage: { FileId: await bench.picture(20, 10) }, Placements: [top] })
  const child = await startServerChild(bench.server.url, { RATE_LIMIT_PER_ADDRESS: '1000000' })
  const url = `http://127.0.0.1:${child.port}/api/public/ads/${bench.mine.tenant.key}/pages/${page.SitePageId}`
  let received = 0
  const sent = Array.from({ length: 400 }, async (_, at) => {
    const response = await fetch(url, { method: 'POST' }).catch(() => null)
    if (response?.status === 200 && (await response.text().catch(() => '')).includes(`"AdId":${id}`)) received++
    if (at === 200 || received === 100) child.process.kill('SIGKILL')
  })
  await Promise.all(sent)
  await child.ended
  const rows = await bench.server.database.system.adCount.findMany({ where: { adId: id } })
  const counted = rows.reduce((sum, { impressions }) => sum + Number(impressions), 0)
  expect(received).toBeGreaterThan(0)
  expect(counted).toBeGreaterThanOrEqual(received)
})
