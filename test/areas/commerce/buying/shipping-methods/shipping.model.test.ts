import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { deliversTo, faultOfRates, shippingPriceOf } from '#areas/commerce/buying/shipping-methods/shipping.model'

const terms = (type: string, more: object = {}) => ({ type, priceCents: 590, rates: [], freeFromCents: null, ...more })
const rates = [
  { UpTo: 2, Price: 5.9 },
  { UpTo: 30, Price: 14.9 },
]

describe('the price of a delivery', () => {
  test('is flat, by weight, by value, or nothing', () => {
    const goods = { grams: 2001, orderCents: 3000 }
    expect(shippingPriceOf(terms('Flat'), goods)).toBe(590)
    expect(shippingPriceOf(terms('Weight', { rates }), goods)).toBe(1490)
    expect(shippingPriceOf(terms('Weight', { rates }), { ...goods, grams: 2000 })).toBe(590)
    expect(shippingPriceOf(terms('OrderValue', { rates }), goods)).toBe(1490)
    expect(shippingPriceOf(terms('PickUp'), goods)).toBe(0)
    expect(shippingPriceOf(terms('Flat', { freeFromCents: 3000 }), goods)).toBe(0)
  })

  test('does not exist beyond the last rate, not even if it were free', () => {
    expect(shippingPriceOf(terms('Weight', { rates, freeFromCents: 0 }), { grams: 30_001, orderCents: 1 })).toBeNull()
  })

  test('never falls as the order grows, if the rates do not', () => {
    fc.assert(
      fc.property(fc.nat(29_000), fc.nat(1000), (grams, more) => {
        const price = (weight: number) => shippingPriceOf(terms('Weight', { rates }), { grams: weight, orderCents: 0 })
        expect(price(grams + more) ?? 0).toBeGreaterThanOrEqual(price(grams) ?? 0)
      }),
    )
  })

  test('applies to regions: a country, or a state of it', () => {
    const regions = [
      { CountryCode: 'CA', StateProvince: null },
      { CountryCode: 'US', StateProvince: 'IL' },
    ]
    expect(deliversTo([], { CountryCode: 'FR' })).toBe(true)
    expect(deliversTo(regions, { CountryCode: 'ca', StateProvince: 'ON' })).toBe(true)
    expect(deliversTo(regions, { CountryCode: 'US', StateProvince: 'il' })).toBe(true)
    expect(deliversTo(regions, { CountryCode: 'US', StateProvince: 'NY' })).toBe(false)
    expect(deliversTo(regions, {})).toBe(false)
  })

  test('has rates in ascending order that fit the type', () => {
    expect(faultOfRates('Weight', rates)).toBeUndefined()
    expect(faultOfRates('Weight', [])).toContain('at least one')
    expect(faultOfRates('Flat', rates)).toContain('must be empty')
    expect(faultOfRates('Weight', [...rates].reverse())).toContain('ascending')
    expect(faultOfRates('Weight', [{ UpTo: null, Price: 1 }, ...rates])).toContain('ascending')
  })
})
