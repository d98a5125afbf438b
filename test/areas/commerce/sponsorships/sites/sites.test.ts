import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdvertisingBench, openAdvertising } from '#test/support/commerce/advertising'
import { refusal } from '#test/support/people/contact-parts'

let bench: AdvertisingBench
beforeAll(async () => {
  bench = await openAdvertising()
})
afterAll(() => bench.server.close())

const url = (id: unknown) => `/api/sponsorships/sites/${id}`
const save = (id: unknown, body: object) => bench.mine.post(url(id), body)

describe('POST /api/sponsorships/sites/{siteid} (saveSite)', () => {
  test('creates a site with its domains in lower case, and replaces them', async () => {
    const Domains = [{ Domain: 'WWW.Harbor.example' }, { Domain: 'harbor.example' }]
    const made = await bench.good('saveSite', save(0, { Name: ' Harbor ', Domains }))
    const [first] = made.body.Domains as { DomainId: number; Domain: string }[]
    expect(made.body).toMatchObject({ Name: 'Harbor', AuditId: 1, Domains: [{ Domain: 'www.harbor.example' }, {}] })
    const changed = await bench.good(
      'saveSite',
      save(made.body.SiteId, { AuditId: 1, Domains: [Domains[1], Domains[0]] }),
    )
    expect(changed.body.Domains).toEqual([{ DomainId: expect.any(Number), Domain: 'harbor.example' }, first])
    const renamed = await bench.good('saveSite', save(made.body.SiteId, { AuditId: 2, Name: 'Port' }))
    expect(renamed.body).toMatchObject({ Name: 'Port', Domains: [{}, {}] })
  })

  test('rejects a domain that is none, that repeats, or that another site has', async () => {
    const site = (...names: string[]) => save(0, { Name: 'Other', Domains: names.map((Domain) => ({ Domain })) })
    expect(await refusal(site('a.example', 'https://b.example/'))).toEqual([400, '/Domains/1/Domain'])
    expect(await refusal(site('a.example', 'A.example'))).toEqual([400, '/Domains/1/Domain'])
    await bench.site({ Domains: [{ Domain: 'c.example' }] })
    expect(await refusal(site('C.EXAMPLE'))).toEqual([409, 'duplicate'])
    await bench.site({ Name: 'Known' })
    expect(await refusal(save(0, { Name: 'KNOWN' }))).toEqual([409, 'duplicate'])
    expect((await bench.theirs.post(url(0), { Name: 'Known', Domains: [{ Domain: 'c.example' }] })).statusCode).toBe(
      200,
    )
  })
})

describe('GET /api/sponsorships/sites (listSites)', () => {
  test('finds sites by a part of a domain', async () => {
    const SiteId = await bench.site({ Domains: [{ Domain: 'quay.example' }, { Domain: 'pier.example' }] })
    const { body } = await bench.good('listSites', bench.mine.get('/api/sponsorships/sites?Criteria=PIER'))
    expect(body.Results).toMatchObject([{ SiteId, Actions: ['view', 'edit', 'delete'] }])
  })
})

describe('GET /api/sponsorships/sites/{siteid} (getSite)', () => {
  test('returns the site with its version', async () => {
    const response = await bench.good('getSite', bench.mine.get(url(await bench.site())))
    expect(response.version).toBe(1)
    expect((await bench.mine.get(url(2_000_000_000))).statusCode).toBe(404)
  })
})

describe('DELETE /api/sponsorships/sites/{siteid} (deleteSite)', () => {
  test('deletes a site with its domains, but not one with pages', async () => {
    const id = await bench.site({ Domains: [{ Domain: 'gone.example' }] })
    expect((await bench.mine.delete(url(id))).statusCode).toBe(200)
    await bench.site({ Domains: [{ Domain: 'gone.example' }] })
    const { SiteId } = await bench.page()
    expect(await refusal(bench.mine.delete(url(SiteId)))).toEqual([409, 'in-use'])
  })
})
