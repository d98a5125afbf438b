import { describe, expect, test, vi } from 'vitest'
import { Batches } from '#areas/commerce/sponsorships/delivery/delivery.model'

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
