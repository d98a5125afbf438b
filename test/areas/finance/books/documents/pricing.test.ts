import fc from 'fast-check'
import { expect, test } from 'vitest'
import { postCredit, postInvoice } from '#areas/finance/books/documents/postings.model'
import { allocate, amountsOf, priceOf, totalOf } from '#areas/finance/books/documents/pricing.model'
import { shareWriteOff } from '#areas/finance/books/write-offs/shares.model'

const rates = fc.array(
  fc.integer({ min: 0, max: 250_000 }).map((units) => ({ taxRateId: 1, name: 'Tax', percent: String(units / 10_000) })),
  { maxLength: 4 },
)
const cents = fc.integer({ min: 0, max: 10_000_000_000 })
const line = fc
  .record({
    unit: cents,
    quantity: fc.integer({ min: 1, max: 1_000_000 }),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
    rates,
  })
  .map(({ unit, quantity, part, ...rest }) => {
    const price = priceOf(unit, quantity)
    return { price, discount: Math.floor(price * part), ...rest }
  })

test('what is owed for a line is the price minus the discount, plus the taxes unless they are included', () => {
  fc.assert(
    fc.property(line, fc.boolean(), ({ price, discount, rates: charged }, includesTax) => {
      const amounts = amountsOf(price, discount, { rates: charged, pricesIncludeTax: includesTax, isTaxExempt: false })
      const owed = amounts.amount - amounts.discount + amounts.tax
      expect(owed).toBe(includesTax ? price - discount : price - discount + amounts.tax)
      expect(amounts.tax).toBe(amounts.taxes.reduce((sum, tax) => sum + tax.cents, 0))
      expect(Math.min(amounts.amount, amounts.discount, amounts.tax)).toBeGreaterThanOrEqual(0)
      for (const [at, tax] of amounts.taxes.entries()) {
        const exact = ((includesTax ? owed - amounts.tax : owed - amounts.tax) * Number(charged[at]?.percent)) / 100
        if (!includesTax) expect(Math.abs(tax.cents - exact)).toBeLessThanOrEqual(0.5 + 1e-6 * exact)
      }
    }),
  )
})

test('an invoice and a credit of the same lines post opposite entries that sum to 0', () => {
  const posted = fc.record({
    line,
    account: fc.integer({ min: 1, max: 3 }),
    classId: fc.option(fc.integer({ min: 1, max: 2 })),
  })
  fc.assert(
    fc.property(fc.array(posted, { minLength: 1, maxLength: 6 }), cents, (sent, shipping) => {
      const lines = sent.map(({ line: { price, discount, rates: charged }, account, classId }) => ({
        ...amountsOf(price, discount, { rates: charged, pricesIncludeTax: false, isTaxExempt: false }),
        account,
        classId,
        discountAccount: null,
      }))
      const { total, subtotal, discount, tax } = totalOf(lines, shipping)
      expect(total).toBe(subtotal - discount + tax + shipping)
      const entry = postInvoice(total, lines, shipping)
      expect(entry.reduce((sum, one) => sum + one.cents, 0)).toBe(0)
      expect(entry.every((one) => one.cents !== 0 || one.account === 'receivable')).toBe(true)
      const credit = postCredit(totalOf(lines, 0).total, lines)
      expect(credit.map((one) => ({ ...one, cents: -one.cents }))).toEqual(
        postInvoice(totalOf(lines, 0).total, lines, 0).map((one) => ({ ...one, cents: one.cents + 0 })),
      )
    }),
  )
})

test('an amount is divided to the cent, and no part exceeds its weight', () => {
  fc.assert(
    fc.property(
      fc.array(cents, { minLength: 1, maxLength: 8 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (weights, part) => {
        const whole = weights.reduce((sum, weight) => sum + weight, 0)
        const amount = Math.floor(whole * part)
        const parts = allocate(amount, weights)
        expect(parts.reduce((sum, one) => sum + one, 0)).toBe(amount)
        for (const [at, one] of parts.entries()) {
          expect(one).toBeGreaterThanOrEqual(0)
          expect(one).toBeLessThanOrEqual(weights[at] ?? 0)
          expect(Math.abs(one - (whole === 0 ? 0 : (amount * (weights[at] ?? 0)) / whole))).toBeLessThanOrEqual(2)
        }
      },
    ),
  )
})

test('writing an invoice off completely takes back exactly what it charges', () => {
  const share = fc.record({ amount: cents, tax: cents, account: fc.integer({ min: 1, max: 3 }) })
  fc.assert(
    fc.property(fc.array(share, { minLength: 1, maxLength: 5 }), (sent) => {
      const shares = sent.map((one) => ({ ...one, classId: null, description: '' }))
      const whole = shares.reduce((sum, { amount, tax }) => sum + amount + tax, 0)
      expect(shareWriteOff(whole, shares)).toEqual(shares.filter(({ amount, tax }) => amount + tax > 0))
    }),
  )
})
