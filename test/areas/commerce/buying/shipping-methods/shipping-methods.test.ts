import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DetailsBench, openDetails, refusal } from '#test/support/people/contact-parts'

let bench: DetailsBench
beforeAll(async () => {
  bench = await openDetails()
})
afterAll(() => bench.server.close())

const url = (id: unknown) => `/api/store/shippingmethods/${id}`
const save = (id: unknown, body: object) => bench.mine.post(url(id), body)

describe('POST /api/store/shippingmethods/{shippingMethodId} (saveShippingMethod)', () => {
  test('creates a method and changes it', async () => {
    const Rates = [{ UpTo: 2.5, Price: 5.9 }, { Price: 14.9 }]
    const Regions = [{ CountryCode: 'us', StateProvince: ' IL ' }]
    const sent = { Name: ' Parcel ', Type: 'Weight', Rates, FreeFrom: 100, Regions }
    const made = await bench.good('saveShippingMethod', save(0, sent))
    expect(made.body).toMatchObject({
      Name: 'Parcel',
      Type: 'Weight',
      Price: 0,
      FreeFrom: 100,
      IsActive: true,
      AuditId: 1,
      Rates: [
        { UpTo: 2.5, Price: 5.9 },
        { UpTo: null, Price: 14.9 },
      ],
      Regions: [{ CountryCode: 'US', StateProvince: 'IL' }],
    })
    const { ShippingMethodId } = made.body
    const changed = await bench.good('saveShippingMethod', save(ShippingMethodId, { AuditId: 1, IsActive: false }))
    expect(changed.body).toMatchObject({ Name: 'Parcel', IsActive: false, AuditId: 2, Rates: made.body.Rates })
  })

  test('rejects a blank name, another one, rates that do not fit, and unknown records', async () => {
    await save(0, { Name: 'Courier' })
    expect((await save(0, { Name: ' ' })).statusCode).toBe(422)
    expect(await refusal(save(0, { Name: 'COURIER' }))).toEqual([409, 'duplicate'])
    expect(await refusal(save(0, { Name: 'A', Type: 'OrderValue' }))).toEqual([422, '/Rates'])
    expect(await refusal(save(0, { Name: 'A', TaxSetId: 2_000_000_000 }))).toEqual([422, '/TaxSetId'])
    const Regions = [{ CountryCode: 'US' }, { CountryCode: 'XX' }]
    expect(await refusal(save(0, { Name: 'A', Regions }))).toEqual([422, '/Regions/1/CountryCode'])
  })
})

describe('GET /api/store/shippingmethods (listShippingMethods)', () => {
  test('lists by name, and searches', async () => {
    for (const Name of ['Zeppelin', 'Ábaco']) await save(0, { Name })
    const { body } = await bench.good(
      'listShippingMethods',
      bench.mine.get('/api/store/shippingmethods?Criteria=abaco'),
    )
    expect(body.Results).toMatchObject([{ Name: 'Ábaco' }])
  })
})

describe('GET /api/store/shippingmethods/lookup (lookupShippingMethods)', () => {
  test('lists the active methods', async () => {
    await save(0, { Name: 'Hidden', IsActive: false })
    await save(0, { Name: 'Visible' })
    const { body } = await bench.good('lookupShippingMethods', bench.mine.get('/api/store/shippingmethods/lookup'))
    const names = body.map(({ Name }) => Name)
    expect([names.includes('Visible'), names.includes('Hidden')]).toEqual([true, false])
  })
})

describe('GET /api/store/shippingmethods/{shippingMethodId} (getShippingMethod)', () => {
  test('returns the method of this tenant only', async () => {
    const { body } = await bench.good('saveShippingMethod', save(0, { Name: 'Boat', Price: 7 }))
    const found = await bench.good('getShippingMethod', bench.mine.get(url(body.ShippingMethodId)))
    expect(found.body).toMatchObject({ Name: 'Boat', Type: 'Flat', Price: 7, Actions: ['view', 'edit', 'delete'] })
    expect((await bench.theirs.get(url(body.ShippingMethodId))).statusCode).toBe(404)
  })
})

describe('DELETE /api/store/shippingmethods/{shippingMethodId} (deleteShippingMethod)', () => {
  test('deletes a method that nothing uses', async () => {
    const { body } = await bench.good('saveShippingMethod', save(0, { Name: 'Short' }))
    expect((await bench.mine.delete(url(body.ShippingMethodId))).statusCode).toBe(200)
    expect((await bench.mine.get(url(body.ShippingMethodId))).statusCode).toBe(404)
  })
})
