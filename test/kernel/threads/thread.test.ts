import { Worker } from 'node:worker_threads'
import { describe, expect, it } from 'vitest'
import { Problem } from '#kernel/errors/problem'
import { openThread, type ThreadLimits, ThreadOverrun } from '#kernel/threads/thread'
import { threadTask } from '#kernel/threads/thread-task'

const work = threadTask<unknown, unknown>('work')

/** A thread that responds with what it got, after the message `wait` never, and ends itself after `die`. */
const PROGRAM = `const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ input }) => {
  if (input === 'die') process.exit(3)
  if (input === 'loop') for (;;);
  if (input === 'starve') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  if (input === 'eat') { const all = []; for (;;) all.push(new Array(1e6).fill({})) }
  if (input === 'refuse') return parentPort.postMessage({ problem: { status: 422, code: 'too-many', detail: 'No.', errors: [] } })
  if (input === 'fail') return parentPort.postMessage({ failure: 'Error: broken' })
  parentPort.postMessage({ value: input })
})
const threadId = process.platform === 'linux' ? Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1)) : undefined
parentPort.postMessage({ ready: true, threadId })`

const open = (limits: Partial<ThreadLimits> = {}, timeOf?: () => number | undefined) => {
  let starts = 0
  const thread = openThread(
    () => {
      starts++
      return new Worker(PROGRAM, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 64 } })
    },
    { taskMs: 500, wallMs: 20_000, maxWaiting: 100, ...limits },
    timeOf,
  )
  return {
    warm: () => thread.warm(),
    run: (subject: string, input: unknown) => thread.run(subject, work, input),
    starts: () => starts,
  }
}

describe('the thread', () => {
  it('starts with the first task, performs all, and throws what a task throws', async () => {
    const { run, starts } = open()
    expect(starts()).toBe(0)
    expect(await Promise.all([run('a', 1), run('b', { deep: [new Date(5)] })])).toEqual([1, { deep: [new Date(5)] }])
    await expect(run('a', 'refuse')).rejects.toMatchObject({ status: 422, code: 'too-many' })
    await expect(run('a', 'refuse')).rejects.toBeInstanceOf(Problem)
    await expect(run('a', 'fail')).rejects.toThrow('Error: broken')
    expect(starts()).toBe(1)
  })

  it('lets the subjects take turns', async () => {
    const { run } = open()
    const order: unknown[] = []
    const note = (subject: string, input: unknown) => run(subject, input).then((done) => void order.push(done))
    await Promise.all([note('a', 'a1'), note('a', 'a2'), note('a', 'a3'), note('b', 'b1'), note('c', 'c1')])
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
  })

  it.each(['loop', 'eat'])('ends a task that takes too much, and performs the next one: %s', async (input) => {
    const { run, starts } = open()
    const bad = expect(run('a', input)).rejects.toBeInstanceOf(ThreadOverrun)
    expect(await run('b', 2)).toBe(2)
    await bad
    expect(starts()).toBe(2)
  })

  it('is 503 for a task that does not get the processor, and performs the next one', async () => {
    const { run } = open({ taskMs: 5000, wallMs: 200 })
    const bad = expect(run('a', 'starve')).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
    expect(await run('b', 2)).toBe(2)
    await bad
  })

  it('counts the processor time of the thread, and not the time that passes', async () => {
    const times = [0, 100, 200, 600]
    const { run } = open({ taskMs: 20 }, () => times.shift())
    expect(await run('a', 1)).toBe(1)
    const busy = open({ taskMs: 500, wallMs: 300 }, () => 0)
    await expect(busy.run('a', 'loop')).rejects.toMatchObject({ status: 503 })
  })

  it('blames a task by the time of the process where that of the thread cannot be read', async () => {
    const without = () => undefined
    await expect(open({ taskMs: 100, wallMs: 400 }, without).run('a', 'loop')).rejects.toBeInstanceOf(ThreadOverrun)
    await expect(open({ taskMs: 5000, wallMs: 200 }, without).run('a', 'starve')).rejects.toMatchObject({ status: 503 })
  })

  it('is warm before its first task if that was requested', async () => {
    const { warm, run, starts } = open()
    await Promise.all([warm(), warm()])
    expect(starts()).toBe(1)
    expect(await run('a', 1)).toBe(1)
    expect(starts()).toBe(1)
    const broken = openThread(() => new Worker('throw new Error("no start")', { eval: true }))
    await broken.warm()
    await expect(broken.run('a', work, 1)).rejects.toThrow('no start')
  })

  it('fails only the task during which the thread ends', async () => {
    const { run } = open()
    const bad = expect(run('a', 'die')).rejects.toThrow('ended')
    expect(await run('b', 2)).toBe(2)
    await bad
  })

  it('fails a task whose input cannot be copied, and performs the next one', async () => {
    const { run } = open()
    await expect(run('a', () => 0)).rejects.toThrow('could not be cloned')
    expect(await run('a', 1)).toBe(1)
  })

  it('rejects more tasks of one subject than may wait, and not those of another', async () => {
    const { run } = open({ maxWaiting: 2 })
    const first = [run('a', 1), run('a', 2)]
    await expect(run('a', 3)).rejects.toMatchObject({ status: 429 })
    expect(await Promise.all([...first, run('b', 4)])).toEqual([1, 2, 4])
  })

  it('fails all tasks if the thread cannot start', async () => {
    const thread = openThread(() => new Worker('throw new Error("no start")', { eval: true }))
    const all = [thread.run('a', work, 1), thread.run('b', work, 2)]
    for (const one of await Promise.allSettled(all)) expect(one).toMatchObject({ status: 'rejected' })
  })
})
