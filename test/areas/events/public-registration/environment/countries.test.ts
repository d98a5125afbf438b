import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRegistrations, type RegistrationsBench } from '#test/support/events/registrations'
import { expectShape } from '#test/support/server/contract-shape'

let bench: RegistrationsBench
beforeAll(async () => {
  bench = await openRegistrations(() => new Date('2030-03-01T12:00:00Z'))
})
afterAll(() => bench.server.close())

const get = (id: unknown, headers: Record<string, string> = { 'x-tenant-key': bench.mine.tenant.key }) =>
  bench.server.app.inject({ url: `/api/public/events/countries/${id}`, headers })

describe('GET /api/public/events/countries/{id} (listRegistrationCountries)', () => {
  test('lists the countries by name, with that of the organization', async () => {
    const { id } = await bench.congress()
    const response = await get(id)
    expectShape('listRegistrationCountries', response.json())
    const countries = response.json() as { CountryId: number; CountryCode: string; Name: string; IsHome: boolean }[]
    expect(countries).toContainEqual({ CountryId: 578, CountryCode: 'NO', Name: 'Norway', IsHome: false })
    expect(countries.filter(({ IsHome }) => IsHome)).toMatchObject([{ CountryId: bench.mine.tenant.countryId }])
    const names = countries.map(({ Name }) => Name)
    expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')))
  })

  test('is a problem with 404 for an unknown event, a draft and another tenant, and 401 for a wrong credential', async () => {
    const { id } = await bench.congress()
    const { EventId } = await bench.event()
    const theirs = { 'x-tenant-key': bench.theirs.tenant.key }
    for (const response of [await get(999_999_999), await get(EventId), await get(id, theirs)])
      expect([response.statusCode, response.json().code]).toEqual([404, 'not-found'])
    expect((await get(id, { authorization: 'ApiKey wrong' })).statusCode).toBe(401)
    expect((await get('x')).statusCode).toBe(400)
  })
})
