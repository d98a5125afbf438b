import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BooksBench, openBooks, type SetupRecords } from '#test/support/finance/books'
import { type Json, refusal } from '#test/support/people/contact-parts'

let bench: BooksBench
let sets: SetupRecords
beforeAll(async () => {
  bench = await openBooks()
  sets = bench.of('taxsets')
})
afterAll(() => bench.server.close())

interface Rate {
  TaxRateId: number
  Name: string
  Percent: number
}
const ratesOf = (body: Json): Rate[] => body.Rates as Rate[]

describe('POST /api/finance/taxsets/{taxSetId} (saveTaxSet)', () => {
  test('creates a tax set with its rates in order, and shows their sum', async () => {
    const { body } = await bench.good(
      'saveTaxSet',
      sets.save(0, {
        Name: 'Sales',
        Rates: [
          { Name: 'State', Percent: 5.5 },
          { Name: 'City', Percent: 2.0725 },
        ],
      }),
    )
    expect(body).toMatchObject({ TaxRate: 7.5725, TaxRegionId: null, TaxRegion: null, IsActive: true })
    expect(ratesOf(body).map(({ Name, Percent }) => [Name, Percent])).toEqual([
      ['State', 5.5],
      ['City', 2.0725],
    ])
  })

  test('replaces the rates: keeps the ids of those it names, and stores removed ones', async () => {
    const Rates = [
      { Name: 'State', Percent: 5 },
      { Name: 'City', Percent: 1 },
      { Name: 'Port', Percent: 2 },
    ]
    const made = await sets.saved(0, { Name: 'Harbor', Rates })
    const [state, city, port] = ratesOf(made)
    const sent = [
      { ...port, Percent: 2.5 },
      { Name: 'County', Percent: 0.5 },
      { ...state, Name: 'City' },
    ]
    const changed = await sets.saved(made.TaxSetId, { AuditId: 1, Rates: sent })
    expect(ratesOf(changed)).toMatchObject([
      { TaxRateId: port?.TaxRateId, Percent: 2.5 },
      { Name: 'County' },
      { TaxRateId: state?.TaxRateId, Name: 'City', Percent: 5 },
    ])
    const { system } = bench.server.database
    const removed = await system.taxRate.findFirst({
      where: { tenantId: bench.mine.tenant.id, id: city?.TaxRateId ?? 0 },
    })
    expect(removed?.removedAt).toBeInstanceOf(Date)
    const kept = await sets.saved(made.TaxSetId, { AuditId: 2, Name: 'Harbor tax' })
    expect(ratesOf(kept)).toEqual(ratesOf(changed))
    const none = await sets.saved(made.TaxSetId, { AuditId: 3, Rates: null })
    expect([none.TaxRate, none.Rates]).toEqual([0, []])
    expect((await sets.traces('taxset', made.TaxSetId)).history.map(([, version]) => version)).toEqual([1, 2, 3, 4])
  })

  test('rejects rates that are not possible, and references that do not exist', async () => {
    const { TaxSetId, Rates } = await sets.saved(0, { Name: 'Lodging', Rates: [{ Name: 'Lodging', Percent: 9 }] })
    const save = (body: object, id: unknown = 0) => refusal(sets.save(id, { Name: 'Other', AuditId: 1, ...body }))
    expect(await save({ Rates: [{ Name: 'A', Percent: 100.5 }] })).toEqual([400, '/Rates/0/Percent'])
    expect(await save({ Rates: [{ Name: 'A', Percent: -1 }] })).toEqual([400, '/Rates/0/Percent'])
    expect(await save({ Rates: [{ Name: 'A', Percent: 1.00005 }] })).toEqual([400, '/Rates/0/Percent'])
    expect(await save({ Rates: [{ Name: ' ', Percent: 1 }] })).toEqual([400, '/Rates/0/Name'])
    const twice = [
      { Name: 'A', Percent: 1 },
      { Name: 'a', Percent: 2 },
    ]
    expect(await save({ Rates: twice })).toEqual([422, '/Rates/1/Name'])
    expect(await save({ Rates })).toEqual([422, '/Rates/0/TaxRateId'])
    expect(await save({ Rates: [...(Rates as Rate[]), ...(Rates as Rate[])] }, TaxSetId)).toEqual([
      422,
      '/Rates/1/TaxRateId',
    ])
    expect(await save({ TaxRegionId: 2_000_000_000 })).toEqual([422, '/TaxRegionId'])
    expect(await save({ Name: 'LODGING' })).toEqual([409, 'duplicate'])
  })
})

describe('GET /api/finance/taxsets (listTaxSets)', () => {
  test('is filtered by the sum of the rates', async () => {
    await sets.saved(0, {
      Name: 'Luxury',
      Rates: [
        { Name: 'A', Percent: 20 },
        { Name: 'B', Percent: 13 },
      ],
    })
    const { body } = await bench.good('listTaxSets', sets.list(`?Filter=${encodeURIComponent('TaxRate gt 30')}`))
    expect((body as unknown as { Results: Json[] }).Results.map(({ Name }) => Name)).toEqual(['Luxury'])
  })
})

describe('GET /api/finance/taxsets/lookup (lookupTaxSets)', () => {
  test('contains the active tax sets with the sum of their rates', async () => {
    await sets.saved(0, {
      Name: 'Books',
      Rates: [
        { Name: 'A', Percent: 2.5 },
        { Name: 'B', Percent: 0.75 },
      ],
    })
    await sets.saved(0, { Name: 'Abolished', IsActive: false })
    const { body } = await bench.good('lookupTaxSets', sets.lookup())
    expect(body).toContainEqual(expect.objectContaining({ Name: 'Books', ExtraData: '3.25' }))
    expect(body.map(({ Name }) => Name)).not.toContain('Abolished')
  })
})

describe('GET /api/finance/taxsets/{taxSetId} (getTaxSet)', () => {
  test('returns 404 for the id of another tenant', async () => {
    const { TaxSetId } = await sets.saved(0, { Name: 'Private' })
    expect(await refusal(sets.read(TaxSetId, bench.theirs))).toEqual([404, 'not-found'])
  })
})

describe('DELETE /api/finance/taxsets/{taxSetId} (deleteTaxSet)', () => {
  test('deletes a tax set with its rates', async () => {
    const { TaxSetId } = await sets.saved(0, { Name: 'Mistake', Rates: [{ Name: 'A', Percent: 1 }] })
    expect((await sets.remove(TaxSetId)).statusCode).toBe(200)
    expect(await refusal(sets.read(TaxSetId))).toEqual([404, 'not-found'])
    const where = { tenantId: bench.mine.tenant.id, taxSetId: Number(TaxSetId) }
    expect(await bench.server.database.system.taxRate.count({ where })).toBe(0)
  })
})
