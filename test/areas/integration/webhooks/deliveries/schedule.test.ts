import fc from 'fast-check'
import { expect, test } from 'vitest'
import { waitBeforeRetry } from '#areas/integration/webhooks/deliveries/deliveries.model'

const HOURS = 3_600_000

test('a delivery has ten attempts in a little more than three days', () => {
  const pauses = Array.from({ length: 10 }, (_, n) => waitBeforeRetry(n + 1, 0, 0.5))
  const minutes = pauses.map((pause) => pause && pause / 60_000)
  expect(minutes).toEqual([1 / 12, 5, 30, 120, 300, 600, 840, 1200, 1440, null])
  expect(pauses.reduce<number>((sum, pause) => sum + (pause ?? 0), 0) / HOURS).toBeCloseTo(75.6, 1)
})

test('waits vary by a tenth, and are at least the Retry-After of the receiver, up to a day', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 100 * HOURS }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, wish, chance) => {
        const usual = waitBeforeRetry(failures, 0, 0.5) ?? 0
        const pause = waitBeforeRetry(failures, wish, chance) ?? 0
        expect(pause).toBeGreaterThanOrEqual(Math.min(wish, 24 * HOURS))
        expect(pause).toBeGreaterThanOrEqual(usual * 0.89)
        expect(pause).toBeLessThanOrEqual(Math.max(usual * 1.11, Math.min(wish, 24 * HOURS)))
      },
    ),
  )
})
