import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type CancelledLine,
  divideRefund,
  planRefund,
  priceOf,
} from '#areas/events/registrations/cancellation/refund-plan.model'
import { partOfLine } from '#areas/finance/books/credits/credited-lines.model'

const sum = (cents: readonly number[]): number => cents.reduce((total, one) => total + one, 0)
const amount = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 99_999_999 }))

const lines: fc.Arbitrary<CancelledLine[]> = fc
  .array(fc.record({ price: amount, credited: fc.double({ min: 0, max: 1, noNaN: true }), owner: fc.nat(3) }), {
    maxLength: 8,
  })
  .map((drafts) =>
    drafts.map(({ price, credited, owner }, at) => ({
      ...{ id: at + 1, position: at + 1, registrationId: owner === 0 ? null : owner },
      ...{ price, credited: Math.floor(price * credited) },
    })),
  )
const terms = fc.record({
  percent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  feeCents: amount,
})

describe('the plan of a refund', () => {
  test('refunds of no line more than is left, and by an amount exactly that', () => {
    fc.assert(
      fc.property(lines, fc.oneof(terms, fc.record({ cents: amount })), (all, refund) => {
        const plan = planRefund(all, refund)
        for (const { line, cents } of plan) expect(cents).toBeLessThanOrEqual(line.price - line.credited)
        const total = sum(plan.map(({ cents }) => cents))
        if ('cents' in refund) expect(total).toBe(Math.min(refund.cents, priceOf(all)))
        else if (refund.percent === 100 && refund.feeCents === 0) expect(total).toBe(priceOf(all))
      }),
    )
  })

  test('divides it among the invoice, the processor and the payer to the cent', () => {
    fc.assert(
      fc.property(amount, amount, amount, (total, open, collected) => {
        const { applied, returned, left } = divideRefund(total, open, collected)
        expect(applied + returned + left).toBe(total)
        expect([applied <= open, returned <= collected, left >= 0]).toEqual([true, true, true])
      }),
    )
  })
})

describe('the parts of a line that is credited', () => {
  const line = fc
    .record({ amount, off: fc.double({ min: 0, max: 1, noNaN: true }), taxes: fc.array(amount, { maxLength: 3 }) })
    .map(({ amount: gross, off, taxes }) => ({ amount: gross, discount: Math.floor(gross * off), taxes }))

  test('are never negative, cost exactly their cents, and sum to the line', () => {
    fc.assert(
      fc.property(line, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 5 }), (whole, cuts) => {
        const price = whole.amount - whole.discount + sum(whole.taxes)
        const ends = [...cuts.map((cut) => Math.floor(price * cut)), price].sort((a, b) => a - b)
        const parts = ends
          .map((end, at) => [ends[at - 1] ?? 0, end] as const)
          .map(([before, now]) => {
            const part = partOfLine(whole, before, now)
            expect(Math.min(part.amount, part.discount, ...part.taxes)).toBeGreaterThanOrEqual(0)
            expect(part.amount - part.discount + sum(part.taxes)).toBe(now - before)
            return part
          })
        if (price === 0) return
        expect(sum(parts.map((part) => part.amount))).toBe(whole.amount)
        expect(sum(parts.map((part) => part.discount))).toBe(whole.discount)
        expect(whole.taxes.map((_, at) => sum(parts.map(({ taxes }) => taxes[at] ?? 0)))).toEqual(whole.taxes)
      }),
    )
  })
})
