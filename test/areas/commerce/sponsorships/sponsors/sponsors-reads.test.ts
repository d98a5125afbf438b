import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faults, openSponsors, type SponsorsBench } from '#test/support/commerce/sponsors'
import { expectShape } from '#test/support/server/contract-shape'

let bench: SponsorsBench
beforeAll(async () => {
  bench = await openSponsors('2025-01-15')
})
beforeEach(() => bench.setDay('2025-01-15'))
afterAll(() => bench.server.close())

describe('GET /api/sponsorships/sponsors (listSponsors)', () => {
  test('lists by level and name with the total in each row, and filters by window, id, text and column', async () => {
    const beta = await bench.sponsorshipType({ Name: 'ZZ Beta' })
    const alpha = await bench.sponsorshipType({ Name: 'ZZ Alpha' })
    const endless = await bench.sponsor(beta, { StartDate: '2031-01-01', Status: 'Approved' })
    await bench.change(endless.SponsorId, { EndDate: null })
    const short = await bench.sponsor(alpha, { StartDate: '2031-01-01', EndDate: '2031-03-31' })
    const unset = await bench.sponsor(alpha)
    const list = async (filter: object) => {
      const options = encodeURIComponent(JSON.stringify(filter))
      const response = await bench.caller.get(`/api/sponsorships/sponsors?options=${options}`)
      expectShape('listSponsors', response.json())
      return response.json().Results.map(({ SponsorId }: { SponsorId: number }) => SponsorId)
    }
    expect(await list({ Criteria: 'zz', OrderBy: 'Level desc, SponsorId' })).toEqual([
      endless.SponsorId,
      short.SponsorId,
      unset.SponsorId,
    ])
    expect((await list({ Criteria: 'zz alpha' })).toSorted()).toEqual([short.SponsorId, unset.SponsorId])
    const windowed = { CalendarStartDate: '2031-04-01', CalendarEndDate: '2031-04-30' }
    expect(await list({ Criteria: 'zz', ...windowed })).toEqual([endless.SponsorId])
    expect(await list({ Criteria: 'zz', CalendarEndDate: '2031-01-01' })).toHaveLength(2)
    expect(await list({ Criteria: 'zz', CalendarEndDate: '2030-12-31' })).toEqual([])
    expect(await list({ SponsorId: String(short.SponsorId) })).toEqual([short.SponsorId])
    expect(await list({ Criteria: 'zz', Filter: "Status eq 'Approved'" })).toEqual([endless.SponsorId])
    expect(await faults(bench.caller.post('/api/sponsorships/sponsors', { CalendarStartDate: 'soon' }))).toEqual([
      400,
      '/CalendarStartDate',
    ])
  })
})

describe('POST /api/sponsorships/sponsors (searchSponsors)', () => {
  test('states the total of the list in each row', async () => {
    const typeId = await bench.sponsorshipType({ Name: 'Totals' })
    for (const _ of [1, 2, 3]) await bench.sponsor(typeId)
    const found = (await bench.caller.post('/api/sponsorships/sponsors', { Criteria: 'totals', Take: '2' })).json()
    expectShape('searchSponsors', found)
    expect(found.TotalRecordAvailable).toBe('3')
    expect(found.Results).toMatchObject([{ TotalRecordAvailable: 3 }, { TotalRecordAvailable: 3 }])
  })
})

describe('GET /api/sponsorships/sponsors/{sponsorid} (getSponsor)', () => {
  test('returns the sponsor with its version, unless its contact is deleted', async () => {
    const made = await bench.sponsor(await bench.sponsorshipType(), { Price: '12.3' })
    const response = await bench.caller.get(`/api/sponsorships/sponsors/${made.SponsorId}`)
    expectShape('getSponsor', response.json())
    expect([response.headers.etag, response.json().Price]).toEqual(['"1"', '12.30'])
    const approved = await bench.change(made.SponsorId, { Status: 'Approved' })
    const remove = async () =>
      bench.caller.delete(`/api/contacts/${made.ContactId}/${await bench.version(made.ContactId)}`)
    expect(await faults(remove())).toEqual([409, 'in-use'])
    await bench.save(made.SponsorId, { AuditId: approved.AuditId, Status: 'Declined' })
    expect((await remove()).statusCode).toBe(200)
    expect((await bench.caller.get(`/api/sponsorships/sponsors/${made.SponsorId}`)).statusCode).toBe(404)
  })
})
