import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listTaxRegionIds } from '#areas/finance/books/tax-regions/tax-regions.queries'
import { listChargedRates } from '#areas/finance/books/tax-sets/tax-sets.queries'
import { systemScope } from '#kernel/outbox/deliver'
import { systemClock } from '#kernel/time/clock'
import { type BooksBench, openBooks, type SetupRecords } from '#test/support/finance/books'
import { refusal } from '#test/support/people/contact-parts'

let bench: BooksBench
let regions: SetupRecords
beforeAll(async () => {
  bench = await openBooks()
  regions = bench.of('taxregions')
})
afterAll(() => bench.server.close())

const USA = 840
const create = async (Name: string, StateProvince: string | null, CountryId = USA): Promise<number> =>
  Number((await regions.saved(0, { Name, CountryId, StateProvince })).TaxRegionId)

describe('POST /api/finance/taxregions/{taxRegionId} (saveTaxRegion)', () => {
  test('creates and changes a region; name, and country and state, are unique', async () => {
    const { body } = await bench.good(
      'saveTaxRegion',
      regions.save(0, { Name: 'Oregon', CountryId: USA, StateProvince: 'OR' }),
    )
    expect(body).toMatchObject({ Name: 'Oregon', Country: 'United States of America', StateProvince: 'OR' })
    const changed = await regions.saved(body.TaxRegionId, { AuditId: 1, StateProvince: 'Oregon' })
    expect(changed).toMatchObject({ Name: 'Oregon', CountryId: USA, StateProvince: 'Oregon', AuditId: 2 })
    const same = { Name: 'Other', CountryId: USA, StateProvince: ' OREGON ' }
    expect(await refusal(regions.save(0, same))).toEqual([409, 'duplicate'])
    expect(await refusal(regions.save(0, { Name: 'oregon', CountryId: 124 }))).toEqual([409, 'duplicate'])
    expect(await refusal(regions.save(0, { Name: 'Nowhere', CountryId: 5 }))).toEqual([422, '/CountryId'])
    expect(await refusal(regions.save(0, { Name: 'Nowhere' }))).toEqual([400, '/CountryId'])
    expect(await refusal(regions.save(0, { Name: 'Nowhere', CountryId: USA, StateProvince: '-' }))).toEqual([
      400,
      '/StateProvince',
    ])
    expect((await regions.traces('taxregion', body.TaxRegionId)).events).toEqual([
      'taxregion.created',
      'taxregion.updated',
    ])
  })
})

describe('GET /api/finance/taxregions (listTaxRegions)', () => {
  test('charges a tax set in its region: of the address, else of the tenant', async () => {
    const country = await create('United States', null)
    const maine = await create('Maine', 'ME')
    const canada = await create('Canada', null, 124)
    const sets = bench.of('taxsets')
    const charged = async (Name: string, TaxRegionId: number | null) =>
      Number((await sets.saved(0, { Name, TaxRegionId, Rates: [{ Name: 'Tax', Percent: 5 }] })).TaxSetId)
    const federal = await charged('Federal', country)
    const state = await charged('State', maine)
    const everywhere = await charged('Everywhere', null)
    const { tenant } = bench.mine
    const { database, app } = bench.server
    const setsAt = async (countryId: number | null, stateProvince: string | null) => {
      const scope = await systemScope({ database, clock: systemClock, log: app.log }, tenant.id)
      const ids = await listTaxRegionIds(
        scope,
        scope.db.prisma,
        countryId === null ? null : { countryId, stateProvince },
      )
      const rates = await listChargedRates(scope.db.prisma, tenant.id, [federal, state, everywhere], ids)
      return [federal, state, everywhere].filter((id) => rates.get(id)?.length === 1)
    }
    expect(await setsAt(USA, ' me')).toEqual([federal, state, everywhere])
    expect(await setsAt(USA, 'NH')).toEqual([federal, everywhere])
    expect(await setsAt(124, 'ME')).toEqual([everywhere])
    expect(await setsAt(null, null)).toEqual([federal, everywhere])
    const settings = (await bench.mine.get('/api/settings/tenant')).json()
    await bench.mine.post('/api/settings/tenant', { AuditId: settings.AuditId, TaxRegionId: canada })
    expect(await setsAt(null, null)).toEqual([everywhere])
  })
})

describe('GET /api/finance/taxregions/lookup (lookupTaxRegions)', () => {
  test('contains the regions by name', async () => {
    const id = await create('Alaska', 'AK')
    const { body } = await bench.good('lookupTaxRegions', regions.lookup())
    expect(body[0]).toMatchObject({ Id: id, Name: 'Alaska' })
  })
})

describe('GET /api/finance/taxregions/{taxRegionId} (getTaxRegion)', () => {
  test('returns 404 for the id of another tenant', async () => {
    expect(await refusal(regions.read(await create('Texas', 'TX'), bench.theirs))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/finance/taxregions/{taxRegionId} (deleteTaxRegion)', () => {
  test('deletes an unused region, but none of a tax set', async () => {
    const id = await create('Utah', 'UT')
    const { TaxSetId } = await bench.of('taxsets').saved(0, { Name: 'Utah tax', TaxRegionId: id })
    expect(await refusal(regions.remove(id))).toEqual([409, 'in-use'])
    await bench.of('taxsets').remove(TaxSetId)
    expect((await regions.remove(id)).statusCode).toBe(200)
    expect(await refusal(regions.read(id))).toEqual([404, 'not-found'])
  })
})
