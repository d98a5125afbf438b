import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RefundTerms } from '#areas/events/events/cancellation-terms.service'
import {
  type CancelledLine,
  divideRefund,
  planRefund,
  priceOf,
} from '#areas/events/registrations/cancellation/cancelled-parts.model'
import { partOfLine } from '#areas/finance/books/credits/credited-lines.model'

const sum = (cents: readonly number[]): number => cents.reduce((total, one) => total + one, 0)
const amount = fc.oneof(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 99_999_999 }))

const lines: fc.Arbitrary<CancelledLine[]> = fc
  .array(fc.record({ price: amount, credited: fc.double({ min: 0, max: 1, noNaN: true }), owner: fc.nat(3) }), {
    maxLength: 8,
  })
  .map((drafts) =>
    drafts.map(({ price, credited, owner }, at) => ({
      id: at + 1,
      position: at + 1,
      registrationId: owner === 0 ? null : owner,
      price,
      credited: Math.floor(price * credited),
    })),
  )
const terms = fc.record({
  percent: fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  feeCents: amount,
})

/** What is left of lines, in cents. */
const left = (all: readonly CancelledLine[]): number => sum(all.map(({ price, credited }) => price - credited))

/** A percentage of cents, rounded half up, by exact fractions. */
const percentOf = (cents: number, percent: number): number =>
  Number((2n * BigInt(cents) * BigInt(Math.round(percent * 100)) + 10_000n) / 20_000n)

/** What terms refund of each participant together, and of each line that belongs to none. */
const expectedByTerms = (all: readonly CancelledLine[], { percent, feeCents }: RefundTerms): Map<string, number> => {
  const groups = new Map<string, CancelledLine[]>()
  for (const line of all) {
    const key = groupOf(line)
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  return new Map(
    [...groups].map(([key, group]) => {
      const fee = group[0]?.registrationId === null ? 0 : feeCents
      return [key, Math.max(0, percentOf(left(group), percent) - fee)]
    }),
  )
}

const groupOf = ({ registrationId, id }: CancelledLine): string =>
  registrationId === null ? `line ${id}` : `participant ${registrationId}`

describe('the plan of a refund', () => {
  test('refunds a positive part of each line once, and no more than is left of it', () => {
    fc.assert(
      fc.property(lines, fc.oneof(terms, fc.record({ cents: amount })), (all, refund) => {
        const plan = planRefund(all, refund)
        for (const { line, cents } of plan) {
          expect(cents).toBeGreaterThan(0)
          expect(cents).toBeLessThanOrEqual(line.price - line.credited)
        }
        expect(new Set(plan.map(({ line }) => line.id)).size).toBe(plan.length)
      }),
    )
  })

  test('sums to the amount that is asked for, or to everything that is left', () => {
    fc.assert(
      fc.property(lines, amount, (all, cents) => {
        expect(priceOf(all)).toBe(left(all))
        expect(sum(planRefund(all, { cents }).map((part) => part.cents))).toBe(Math.min(cents, left(all)))
      }),
    )
  })

  test('sums for each participant to the percentage less one fee, and for other lines to the percentage', () => {
    fc.assert(
      fc.property(lines, terms, (all, refund) => {
        const plan = planRefund(all, refund)
        for (const [key, expected] of expectedByTerms(all, refund))
          expect(sum(plan.filter(({ line }) => groupOf(line) === key).map(({ cents }) => cents))).toBe(expected)
      }),
      {
        examples: [
          [[{ id: 1, position: 1, registrationId: 1, price: 101, credited: 0 }], { percent: 50, feeCents: 0 }],
        ],
      },
    )
  })

  test('divides it among the invoice, the processor and the payer to the cent', () => {
    fc.assert(
      fc.property(amount, amount, amount, amount, (total, open, collected, earlier) => {
        const division = divideRefund(total, open, collected, earlier)
        // The invoice is paid first, then the processor returns what it collected, for the order before earlier ones; the rest
        // stays with the payer.
        expect(division.applied).toBe(Math.min(total, open))
        expect(division.returned).toBe(Math.min(total - division.applied, collected + earlier))
        expect(division.earlier).toBe(Math.max(0, division.returned - collected))
        expect(division.applied + division.returned + division.left).toBe(total)
        expect(Math.min(division.applied, division.returned, division.left)).toBeGreaterThanOrEqual(0)
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
