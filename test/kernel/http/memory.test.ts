import { getHeapSpaceStatistics } from 'node:v8'
import { afterEach, expect, test } from 'vitest'
import { collectWhenIdle } from '#kernel/http/memory'

let stop: (() => void) | undefined
afterEach(() => stop?.())

test('memory that is no longer referenced is released while the process does nothing', async () => {
  let size = 0
  const registry = new FinalizationRegistry<number>((released) => {
    size -= released
  })
  stop = collectWhenIdle(100)
  const keep = () => {
    for (let n = 0; n < 30; n++) {
      const response = Buffer.alloc(4 * 1024 * 1024, 1)
      size += response.length
      registry.register(response, response.length)
    }
  }
  keep()
  await expect.poll(() => size, { timeout: 15_000, interval: 1000 }).toBe(0)
  // It would report nothing if it were collected itself.
  expect(registry).toBeDefined()
})

test('the memory of new objects is returned to the system', async () => {
  const newSpace = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0
  let kept: object[] = []
  do kept = Array.from({ length: 200_000 }, (_, n) => ({ n, text: `${n}` }))
  while (newSpace() < 16 * 1024 * 1024)
  expect(kept).toHaveLength(200_000)
  stop = collectWhenIdle(100)
  await expect.poll(newSpace, { timeout: 15_000, interval: 200 }).toBeLessThan(8 * 1024 * 1024)
})
