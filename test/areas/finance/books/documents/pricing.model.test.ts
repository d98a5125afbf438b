import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ChargedRate, taxLine } from '#areas/finance/books/documents/pricing.model'

const rate = (percent: string, taxRateId = 1): ChargedRate => ({ taxRateId, name: `Tax ${taxRateId}`, percent })
const line = { pricesIncludeTax: false, isTaxExempt: false }
const taxesOf = (cents: number, ...percents: string[]) =>
  taxLine({ ...line, cents, rates: percents.map((percent, at) => rate(percent, at + 1)) }).taxes.map((tax) => tax.cents)

const cents = fc.integer({ min: -100_000_000_000_000, max: 100_000_000_000_000 })
/** Percents in ten-thousandths. */
const units = fc.integer({ min: 0, max: 1_000_000 })
const rates = fc.array(units, { maxLength: 10 })
const ratesOf = (all: readonly number[]) =>
  all.map((unit, at) => rate(`${Math.floor(unit / 10_000)}.${String(unit % 10_000).padStart(4, '0')}`, at + 1))

/** Whether `tax` is the multiple of a cent that is nearest to dividend / divisor, the larger one of two. */
const isHalfUp = (tax: number, dividend: bigint, divisor: bigint): boolean => {
  const twice = 2n * (dividend - BigInt(tax) * divisor)
  return twice >= -divisor && twice < divisor
}

describe('taxLine', () => {
  test('rounds each tax half up', () => {
    expect(taxesOf(1000, '5.5', '0.75')).toEqual([55, 8])
    expect(taxesOf(10, '5')).toEqual([1])
    expect(taxesOf(9, '5')).toEqual([0])
    expect(taxesOf(-10, '5')).toEqual([-1])
    expect(taxesOf(12_345, '8.8750')).toEqual([1096])
  })

  test('adds taxes to a net amount, each exact to half a cent', () => {
    fc.assert(
      fc.property(cents, rates, (amount, all) => {
        const taxed = taxLine({ ...line, cents: amount, rates: ratesOf(all) })
        for (const [at, unit] of all.entries()) {
          const tax = taxed.taxes[at]?.cents ?? Number.NaN
          expect(isHalfUp(Math.abs(tax), BigInt(Math.abs(amount)) * BigInt(unit), 1_000_000n)).toBe(true)
          expect(Math.sign(tax) === 0 || Math.sign(tax) === Math.sign(amount)).toBe(true)
        }
        expect(taxed.taxCents).toBe(taxed.taxes.reduce((sum, tax) => sum + tax.cents, 0))
        expect([taxed.netCents, taxed.totalCents]).toEqual([amount, amount + taxed.taxCents])
      }),
    )
  })

  test('takes taxes out of a gross amount, which stays what the contact owes', () => {
    expect(taxLine({ ...line, cents: 10_625, rates: ratesOf([55_000, 7500]), pricesIncludeTax: true })).toMatchObject({
      taxes: [{ cents: 550 }, { cents: 75 }],
      netCents: 10_000,
      totalCents: 10_625,
    })
    fc.assert(
      fc.property(cents, rates, (amount, all) => {
        const taxed = taxLine({ ...line, cents: amount, rates: ratesOf(all), pricesIncludeTax: true })
        const whole = 1_000_000n + BigInt(all.reduce((sum, unit) => sum + unit, 0))
        for (const [at, unit] of all.entries()) {
          const tax = Math.abs(taxed.taxes[at]?.cents ?? Number.NaN)
          expect(isHalfUp(tax, BigInt(Math.abs(amount)) * BigInt(unit), whole)).toBe(true)
        }
        expect([taxed.totalCents, taxed.netCents + taxed.taxCents]).toEqual([amount, amount])
      }),
    )
  })

  test('charges a tax-exempt contact no tax, and leaves the amount unchanged', () => {
    fc.assert(
      fc.property(cents, rates, fc.boolean(), (amount, all, pricesIncludeTax) => {
        const taxed = taxLine({ cents: amount, rates: ratesOf(all), pricesIncludeTax, isTaxExempt: true })
        expect(taxed).toMatchObject({ taxCents: 0, netCents: amount, totalCents: amount })
        expect(taxed.taxes.map((tax) => tax.cents)).toEqual(all.map(() => 0))
      }),
    )
  })

  test('takes back exactly the taxes of a line by the negative amount', () => {
    fc.assert(
      fc.property(cents, rates, fc.boolean(), (amount, all, pricesIncludeTax) => {
        const one = taxLine({ ...line, cents: amount, rates: ratesOf(all), pricesIncludeTax })
        const back = taxLine({ ...line, cents: -amount, rates: ratesOf(all), pricesIncludeTax })
        expect(one.taxCents + back.taxCents).toBe(0)
        expect(one.totalCents + back.totalCents).toBe(0)
      }),
    )
  })
})
