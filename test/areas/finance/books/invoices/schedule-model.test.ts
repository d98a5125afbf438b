import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitEqually } from '#areas/commerce/payment-plans/plans.model'
import { divideTotal } from '#areas/finance/books/invoices/schedule.model'
import { addDays } from '#kernel/time/calendar'

const TODAY = '2026-06-15'
const shares = fc
  .array(fc.record({ days: fc.integer({ min: -800, max: 800 }), share: fc.integer({ min: 1, max: 99_999_999_900 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((some) =>
    some.sort((a, b) => a.days - b.days).map(({ days, share }) => ({ dueOn: addDays(TODAY, days), share })),
  )
const total = fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 99_999_999_999 }))

test('parts of any total and any shares add up to the cent, ascend by day, and none is past or empty', () => {
  fc.assert(
    fc.property(total, shares, (cents, some) => {
      const parts = divideTotal(cents, some, TODAY)
      expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe(cents)
      for (const [at, part] of parts.entries()) {
        expect(Number.isInteger(part.cents) && part.cents > 0).toBe(true)
        expect(part.dueOn >= TODAY).toBe(true)
        expect(part.dueOn > (parts[at - 1]?.dueOn ?? '')).toBe(true)
      }
    }),
  )
})

test('each part after the first has its exact share, rounded down to the cent', () => {
  fc.assert(
    fc.property(total, shares, (cents, some) => {
      const future = some.map(({ share }, at) => ({ dueOn: addDays(TODAY, at), share }))
      const whole = some.reduce((sum, { share }) => sum + BigInt(share), 0n)
      const parts = new Map(divideTotal(cents, future, TODAY).map((part) => [part.dueOn, part.cents]))
      for (const { dueOn, share } of future.slice(1)) {
        expect(BigInt(parts.get(dueOn) ?? 0)).toBe((BigInt(cents) * BigInt(share)) / whole)
      }
    }),
  )
})

test('the list price is divided as it is planned', () => {
  fc.assert(
    fc.property(fc.integer({ min: 60, max: 99_999_999_900 }), fc.integer({ min: 2, max: 60 }), (price, count) => {
      const planned = splitEqually(price, count)
      const future = planned.map(({ cents }, at) => ({ dueOn: addDays(TODAY, at), share: cents }))
      expect(divideTotal(price, future, TODAY).map(({ cents }) => cents)).toEqual(planned.map(({ cents }) => cents))
      expect(Math.max(...planned.map(({ cents }) => cents)) - (planned.at(-1)?.cents ?? 0)).toBeLessThan(count)
    }),
  )
})
