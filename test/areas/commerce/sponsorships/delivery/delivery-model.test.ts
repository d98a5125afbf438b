import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { Batches, Rotation } from '#areas/commerce/sponsorships/delivery/delivery.model'

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

/** Batches whose handling ends when `finish` is called. */
const open = () => {
  const handled: number[][] = []
  const finishes: (() => void)[] = []
  const batches = new Batches<string, number, number>(50, async (_context, values) => {
    handled.push([...values])
    await new Promise<void>((resolve) => finishes.push(resolve))
    if (values.includes(13)) throw new Error('bad batch')
    return values.map((value) => value * 10)
  })
  const started = (count: number) => vi.waitFor(() => expect(handled).toHaveLength(count))
  return { batches, handled, started, finish: () => finishes.shift()?.() }
}

describe('batches', () => {
  test('handle what comes during a batch in the next one, and give each caller its result', async () => {
    const { batches, handled, started, finish } = open()
    const first = [batches.add(1, '', 1), batches.add(1, '', 2)]
    await started(1)
    const second = batches.add(1, '', 3)
    finish()
    expect(await Promise.all(first)).toEqual([10, 20])
    await started(2)
    finish()
    expect(await second).toBe(30)
    expect(handled).toEqual([[1, 2], [3]])
  })

  test('are handled after 50 ms although the one before is not finished', async () => {
    const { batches, started, finish } = open()
    const responses = [batches.add(1, '', 1)]
    await started(1)
    const began = performance.now()
    responses.push(batches.add(1, '', 2))
    await started(2)
    expect(performance.now() - began).toBeGreaterThan(40)
    finish()
    finish()
    expect(await Promise.all(responses)).toEqual([10, 20])
  })

  test('keep keys apart, and fail only the callers of the failed batch', async () => {
    const { batches, handled, started, finish } = open()
    const bad = batches.add(1, '', 13)
    const good = batches.add(2, '', 2)
    const failed = expect(bad).rejects.toThrow('bad batch')
    await started(2)
    finish()
    finish()
    await failed
    expect([await good, handled]).toEqual([20, [[13], [2]]])
  })
})
