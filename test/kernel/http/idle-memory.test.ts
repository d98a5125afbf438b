import { afterEach, expect, test } from 'vitest'
import { collectWhenIdle } from '#kernel/http/idle-memory'

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
