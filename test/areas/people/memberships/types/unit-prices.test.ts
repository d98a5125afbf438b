import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LevelPrice, priceOfUnits, unitsOf } from '#areas/people/memberships/types/level-price.model'
import { Prisma } from '#prisma/client'
import { openMemberships, type Steps } from '#test/support/people/memberships'

let steps: Steps
beforeAll(async () => {
  steps = await openMemberships()
})
afterAll(() => steps.server.close())

/** A number field of an object type, and its id. */
const addField = async (ObjectTypeId: string, more: object = {}) => {
  const Name = `F${crypto.randomUUID().replaceAll('-', '')}`
  const body = { ObjectTypeId, Name, DisplayName: Name, CustomFieldDataTypeId: '3', ...more }
  const made = await steps.caller.post('/api/customfields/0', body)
  expect(made.statusCode, made.body).toBe(200)
  return Number(made.json().CustomFieldId)
}

const PER_SEAT = {
  Price: 100,
  UnitBands: [
    { FromUnits: 0, UnitPrice: 12 },
    { FromUnits: 10, UnitPrice: 10 },
  ],
  MinPrice: 130,
  MaxPrice: 400,
}

const withValue = (CustomFieldId: number, Value: string) => ({ CustomFields: [{ CustomFieldId, Value }] })

describe('POST /api/membershiptypes/{membershiptypeid}/levels/{membershiplevelid} (saveMembershipLevel)', () => {
  test('prices a term by the units of the membership, in bands and within bounds', async () => {
    const field = await addField('4')
    const typeId = await steps.type()
    const levelId = await steps.level(typeId, { ...PER_SEAT, UnitFieldId: field })
    const amounts = []
    for (const seats of ['1', '5', '12.4', '90']) {
      const { Amount } = await steps.join(await steps.person(), typeId, levelId, withValue(field, seats))
      amounts.push(Amount)
    }
    // 112 is below the lowest price; 13 units are 10 at 12 and 3 at 10; 90 are above the highest price.
    expect(amounts).toEqual([130, 160, 250, 400])
  })

  test('prices by the turnover of the contact per million, and again for each term', async () => {
    const field = await addField('3')
    const typeId = await steps.type({ SystemContactTypeId: 2 })
    const UnitBands = [{ FromUnits: 0, UnitPrice: 50 }]
    const levelId = await steps.level(typeId, { Price: 0, UnitFieldId: field, UnitSize: 1_000_000, UnitBands })
    const firm = await steps.organization()
    const { CustomFieldId } = { CustomFieldId: field }
    const value = (Value: string) =>
      steps.server.database.system.customFieldValue.upsert({
        where: {
          tenantId_fieldId_objectId_ordinal: {
            tenantId: steps.caller.tenant.id,
            fieldId: CustomFieldId,
            objectId: firm,
            ordinal: 0,
          },
        },
        create: {
          tenantId: steps.caller.tenant.id,
          fieldId: CustomFieldId,
          objectId: firm,
          numberValue: Value,
          sortKey: Value,
        },
        update: { numberValue: Value },
      })
    await value('2300000')
    const joined = await steps.join(firm, typeId, levelId)
    expect(joined.Amount).toBe(150)
    await steps.take(joined.MembershipId, 'pay', { PaymentTypeId: 1 })
    await value('7000000')
    const { Terms } = await steps.take(joined.MembershipId, 'renew')
    expect(Terms.map(({ Amount }) => Amount)).toEqual([150, 350])
  })

  test('returns 422 for a missing value, a field that is not a unit, and bands without a unit', async () => {
    const field = await addField('4')
    const typeId = await steps.type()
    const levelId = await steps.level(typeId, { ...PER_SEAT, UnitFieldId: field })
    const body = { ContactId: await steps.person(), MembershipTypeId: typeId, LevelId: levelId }
    const joined = await steps.caller.post('/api/memberships/0', body)
    expect([joined.statusCode, joined.json().code]).toEqual([422, 'units-missing'])
    const url = `/api/membershiptypes/${typeId}/levels/0`
    const text = await addField('4', { CustomFieldDataTypeId: '1' })
    for (const [code, pointer, level] of [
      ['unknown-reference', '/UnitFieldId', { ...PER_SEAT, UnitFieldId: text }],
      ['unit-rule', '/UnitFieldId', PER_SEAT],
      ['unit-rule', '/UnitBands', { Price: 1, UnitFieldId: field }],
    ] as const) {
      const saved = await steps.caller.post(url, { Name: 'Other', ...level })
      expect([saved.statusCode, saved.json().code, saved.json().errors[0].pointer]).toEqual([422, code, pointer])
    }
    const wrong = { Name: 'Other', Price: 1, UnitFieldId: field, UnitBands: [{ FromUnits: 1, UnitPrice: 1 }] }
    expect((await steps.caller.post(url, wrong)).json().errors[0].pointer).toBe('/UnitBands/0/FromUnits')
  })

  test('is the selected unit in the lookup, and keeps its field from deletion', async () => {
    const field = await addField('4')
    const typeId = await steps.type()
    await steps.level(typeId, { ...PER_SEAT, UnitFieldId: field })
    const units: { Id: number; IsSelected: boolean }[] = (
      await steps.caller.get(`/api/customfields/fields/${typeId}/unit/lookup`)
    ).json()
    expect(units.filter(({ IsSelected }) => IsSelected).map(({ Id }) => Id)).toEqual([field])
    const deleted = await steps.caller.delete(`/api/customfields/${field}/1`)
    expect([deleted.statusCode, deleted.json().code]).toEqual([409, 'in-use'])
  })
})

describe('the price of units', () => {
  test('never falls with more units, and stays within its bounds', () => {
    const bands = fc
      .uniqueArray(fc.record({ fromUnits: fc.nat(500), cents: fc.nat(100_000) }), {
        selector: (b) => b.fromUnits,
        maxLength: 6,
      })
      .map((some) => [{ fromUnits: 0, cents: 100 }, ...some.filter(({ fromUnits }) => fromUnits > 0)])
    fc.assert(
      fc.property(fc.nat(1_000_000), bands, fc.nat(50_000), fc.nat(1000), (base, some, min, units) => {
        const price: LevelPrice = {
          base,
          unit: { size: new Prisma.Decimal(1), bands: some, min, max: min + 1_000_000 },
        }
        const cents = priceOfUnits(price, units)
        expect(Number.isInteger(cents)).toBe(true)
        expect(cents).toBeGreaterThanOrEqual(min)
        expect(cents).toBeLessThanOrEqual(min + 1_000_000)
        expect(priceOfUnits(price, units + 1)).toBeGreaterThanOrEqual(cents)
      }),
    )
  })

  test('counts a unit that has begun, without errors of binary fractions', () => {
    const of = (value: string, size: string) => unitsOf(new Prisma.Decimal(value), new Prisma.Decimal(size))
    expect([of('1.1', '0.1'), of('0.3', '0.1'), of('0', '1'), of('-4', '1'), of('1000001', '1000000')]).toEqual([
      11, 3, 0, 0, 2,
    ])
  })
})
