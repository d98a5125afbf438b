import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundled } from '#test/support/killed/bundle'

let child: ReturnType<typeof fork>
const messages: unknown[] = []
beforeAll(() => {
  child = fork(bundled('test/kernel/http/memory-process.ts'))
  child.on('message', (message) => messages.push(message))
})
afterAll(() => void child.kill('SIGKILL'))

const message = async (at: number): Promise<unknown> => {
  while (messages.length <= at) await once(child, 'message')
  return messages[at]
}

test('memory that is no longer referenced is released while the process does nothing', async () => {
  expect(await message(0)).toEqual({ responses: 0 })
})

test('the memory of new objects is returned to the system', async () => {
  expect(await message(1)).toEqual({ kept: 200_000 })
})
