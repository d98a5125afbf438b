import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AdvertisingBench, openAdvertising } from '#test/support/commerce/advertising'
import { refusal } from '#test/support/people/contact-parts'

let bench: AdvertisingBench
beforeAll(async () => {
  bench = await openAdvertising()
})
afterAll(() => bench.server.close())

const list = '/api/sponsorships/customadlocations'
const save = (CustomAdLocationId: unknown, Name: string, headers = {}) =>
  bench.mine.post(`${list}/save`, { CustomAdLocationId, Name }, headers)

describe('POST /api/sponsorships/customadlocations/save (saveCustomAdLocation)', () => {
  test('creates a location and renames it', async () => {
    const made = await bench.good('saveCustomAdLocation', save(0, ' Newsletter '))
    expect(made.body).toMatchObject({ Name: 'Newsletter', Actions: ['edit', 'delete'] })
    const { CustomAdLocationId: id } = made.body
    expect((await save(id, 'Letter', { 'if-match': '"2"' })).statusCode).toBe(412)
    const renamed = await bench.good('saveCustomAdLocation', save(id, 'Letter', { 'if-match': '"1"' }))
    expect([renamed.body.Name, renamed.version]).toEqual(['Letter', 2])
    expect(await refusal(save(0, 'LETTER'))).toEqual([409, 'duplicate'])
    expect(await refusal(save(2_000_000_000, 'Other'))).toEqual([404, 'not-found'])
    expect(await refusal(save(0, ' '))).toEqual([422, '/Name'])
  })
})

describe('GET /api/sponsorships/customadlocations (listCustomAdLocations)', () => {
  test('filters by name', async () => {
    const id = await bench.location()
    const options = encodeURIComponent(JSON.stringify({ Filter: `CustomAdLocationId eq ${id}` }))
    const { body } = await bench.good('listCustomAdLocations', bench.mine.get(`${list}?options=${options}`))
    expect(body).toMatchObject([{ CustomAdLocationId: id }])
  })
})

describe('GET /api/sponsorships/customadlocations/{customadlocationid} (getCustomAdLocation)', () => {
  test('returns the location with its version', async () => {
    const id = await bench.location()
    const { body, version } = await bench.good('getCustomAdLocation', bench.mine.get(`${list}/${id}`))
    expect([body.CustomAdLocationId, version]).toEqual([id, 1])
  })
})

describe('DELETE /api/sponsorships/customadlocations/{customadlocationid} (deleteCustomAdLocation)', () => {
  test('deletes a location', async () => {
    const id = await bench.location()
    expect((await bench.mine.delete(`${list}/${id}`)).statusCode).toBe(200)
    expect((await bench.mine.get(`${list}/${id}`)).statusCode).toBe(404)
  })
})
