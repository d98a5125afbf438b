import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Rotation } from '#areas/commerce/sponsorships/delivery/delivery.model'

const countOf = (shown: readonly (number | undefined)[], ad: number): number => shown.filter((one) => one === ad).length

describe('the rotation of a spot', () => {
  test('shows each ad equally often, with a difference of one at most', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 200 }), (ads, views) => {
        const active = Array.from({ length: ads }, (_, at) => at + 1)
        const rotation = new Rotation()
        const shown = Array.from({ length: views }, () => rotation.next('1:1', active))
        const counts = active.map((ad) => countOf(shown, ad))
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('never shows an ad that is no longer active, and shows a new one from the next round', () => {
    const rotation = new Rotation()
    rotation.next('1:1', [1, 2, 3])
    const shown = Array.from({ length: 30 }, () => rotation.next('1:1', [2, 3, 4]))
    expect(countOf(shown, 1)).toBe(0)
    // The rest of the first round, and a part of the last one.
    expect(countOf(shown, 2) - countOf(shown, 4)).toBeLessThanOrEqual(2)
    expect(countOf(shown, 4)).toBeGreaterThan(8)
  })

  test('keeps the turns of spots apart, and shows nothing without an ad', () => {
    const rotation = new Rotation(() => 0)
    expect([rotation.next('1:1', [1, 2]), rotation.next('2:1', [1, 2])]).toEqual([1, 1])
    expect(rotation.next('1:1', [])).toBeUndefined()
  })
})
