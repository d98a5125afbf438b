import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addFourChapters, type ChaptersBench, type FourChapters, openChapters } from '#test/support/people/chapters'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: ChaptersBench
let ids: FourChapters
beforeAll(async () => {
  bench = await openChapters()
  ids = await addFourChapters(bench)
})
afterAll(() => bench.server.close())

const rows = async (operation: string, path: string) =>
  (await bench.good(operation, bench.mine.get(`/api/chapters/${path}`))).body as Json[]
const items = (options: Json = {}) => `items?options=${encodeURIComponent(JSON.stringify(options))}`

describe('GET /api/chapters/items (listChapters)', () => {
  test('returns parent and city; filters, orders and pages', async () => {
    const all = await rows('listChapters', 'items')
    expect(all.map(({ OrganizationName }) => OrganizationName)).toEqual(['Abbey Port', 'East', 'North', 'West'])
    expect(all[2]).toEqual({
      ChapterId: ids.north.chapter,
      AuditId: 1,
      OrganizationName: 'North',
      ParentOrganizationId: ids.east.organization,
      ParentOrganizationName: 'East',
      City: 'Albany',
      State: 'NY',
    })
    const found = async (options: Json) =>
      (await rows('listChapters', items(options))).map(({ OrganizationName }) => OrganizationName)
    expect(await found({ Filter: "City eq 'Albany' and ParentOrganizationName eq 'East'" })).toEqual(['North'])
    expect(await found({ Filter: 'ParentOrganizationId eq 0', OrderBy: 'OrganizationName desc' })).toEqual([
      'West',
      'East',
    ])
    expect(await found({ OrderBy: 'State desc, ChapterId desc', Take: '2' })).toEqual(['North', 'Abbey Port'])
    expect(await found({ Skip: '3' })).toEqual(['West'])
    expect(await refusal(bench.mine.get(`/api/chapters/${items({ OrderBy: 'PostalCodes' })}`))).toEqual([
      400,
      'query:options/OrderBy',
    ])
    expect(await refusal(bench.mine.get(`/api/chapters/${items({ Filter: 'Owner eq 1' })}`))).toEqual([
      400,
      'query:options/Filter',
    ])
  })
})
