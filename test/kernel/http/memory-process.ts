import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapSpaceStatistics } from 'node:v8'
import { collectWhenIdle } from '#kernel/http/memory'

/** A process that makes garbage and then does nothing. It reports the memory that is left, for memory.test.ts. */
let size = 0
const registry = new FinalizationRegistry<number>((released) => {
  size -= released
})
const stop = collectWhenIdle(100)

const readResponses = (): void => {
  for (let n = 0; n < 30; n++) {
    const response = Buffer.alloc(4 * 1024 * 1024, 1)
    size += response.length
    registry.register(response, response.length)
  }
}

const newSpace = () => getHeapSpaceStatistics().find((space) => space.space_name === 'new_space')?.space_size ?? 0

const until = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await sleep(50)
}

readResponses()
await until(() => size === 0)
process.send?.({ responses: size })
let kept: object[] = []
do kept = Array.from({ length: 200_000 }, (_, n) => ({ n, text: `${n}` }))
while (newSpace() < 16 * 1024 * 1024)
await until(() => newSpace() < 8 * 1024 * 1024)
process.send?.({ kept: kept.length })
stop()
process.disconnect()
