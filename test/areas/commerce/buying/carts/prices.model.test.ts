import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { divideVouchers, unitCentsOf } from '#areas/commerce/buying/carts/prices.model'
import { divideDiscount } from '#areas/finance/books/discounts/discounts.model'
import { partOf } from '#kernel/money/cents'
import { Prisma } from '#prisma/client'

const cents = fc.integer({ min: 0, max: 5_000_000 })

describe('prices of carts', () => {
  test('the parts of all pieces of a line are exactly its amount', () => {
    fc.assert(
      fc.property(cents, fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 }), (amount, steps) => {
        const whole = steps.reduce((sum, step) => sum + step, 0)
        let before = 0
        let sum = 0
        for (const step of steps) {
          const part = partOf(amount, before, before + step, whole)
          expect(part).toBeGreaterThanOrEqual(0)
          sum += part
          before += step
        }
        expect(sum).toBe(amount)
      }),
    )
  })

  test('a discount is divided to the cent, and no line gets more than its price', () => {
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 8 }), (discount, prices) => {
        const amount = new Prisma.Decimal(discount).div(100)
        const parts = divideDiscount({ typeId: 2, percent: null, amount }, prices)
        const total = prices.reduce((sum, price) => sum + price, 0)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(Math.min(discount, total))
        for (const [at, part] of parts.entries()) expect(part).toBeLessThanOrEqual(prices[at] ?? 0)
      }),
    )
  })

  const voucher = fc.record({
    typeId: fc.constantFrom(1, 2, 3),
    value: fc.integer({ min: 1, max: 100 }),
    remainingCents: cents,
    itemId: fc.constantFrom(1, 2, 3),
  })
  const line = fc.record({ itemId: fc.constantFrom(1, 2), quantity: fc.integer({ min: 1, max: 5 }), totalCents: cents })

  test('vouchers never pay more than the total, and an amount never more than its rest', () => {
    fc.assert(
      fc.property(
        fc.array(voucher, { maxLength: 5 }),
        fc.array(line, { minLength: 1, maxLength: 4 }),
        (vouchers, lines) => {
          const total = lines.reduce((sum, { totalCents }) => sum + totalCents, 0)
          const parts = divideVouchers(vouchers, lines, total)
          expect(parts.reduce((sum, part) => sum + part, 0)).toBeLessThanOrEqual(total)
          for (const [at, part] of parts.entries()) {
            expect(part).toBeGreaterThanOrEqual(0)
            if (vouchers[at]?.typeId === 1) expect(part).toBeLessThanOrEqual(vouchers[at]?.remainingCents ?? 0)
          }
        },
      ),
    )
  })

  test('a free item is one piece with its tax, the next voucher another piece', () => {
    const free = { typeId: 3, value: 0, remainingCents: 0, itemId: 1 }
    const lines = [{ itemId: 1, quantity: 2, totalCents: 2163 }]
    expect(divideVouchers([free, free, free], lines, 2663)).toEqual([1082, 1081, 0])
  })

  test('members pay the member price, and that of a sub-item with its own price', () => {
    const item = { price: 20, memberPrice: 15 }
    expect([unitCentsOf(item, false), unitCentsOf(item, true)]).toEqual([2000, 1500])
    const own = { price: 25, memberPrice: null }
    expect(unitCentsOf({ ...item, subItem: own }, true)).toBe(2500)
    expect(unitCentsOf({ ...item, subItem: { price: null, memberPrice: null } }, true)).toBe(1500)
  })
})
