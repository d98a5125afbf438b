import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blockedTask, useJobBench } from './job-bench.ts'

/** The time between two sweeps for dead workers, ms. */
const SWEEP_MS = 5000

/**
 * Defines the tests of the sweep for dead workers.
 *
 * @param isRealTime whether the clock triggers the sweeps; otherwise the tests do.
 */
export const testDeadWorkers = (isRealTime: boolean): void => {
  const { start, add, query, lines, way, holders } = useJobBench()
  const looksAtSweeps = isRealTime ? 120 : 5
  const passSweep = () => void (isRealTime || vi.advanceTimersByTime(SWEEP_MS))
  const afterSweep = (look: () => number) => () => {
    passSweep()
    return look()
  }
  beforeEach(() => void (isRealTime || vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })))
  afterEach(() => void vi.useRealTimers())

  test('runs a job that takes longer than several sweeps only once, with a second worker on the same database', async () => {
    const long = blockedTask()
    await start({ long: long.task })
    await start({ long: long.task })
    await add('long')
    await expect.poll(long.begun).toBe(1)
    const [holder] = await holders()
    let looks = 0
    const isOver = () => {
      passSweep()
      return ++looks > looksAtSweeps || long.begun() > 1
    }
    await expect.poll(isOver, { timeout: 60_000, interval: 100 }).toBe(true)
    expect([long.begun(), await holders()]).toEqual([1, [holder]])
    long.release()
    await expect.poll(holders).toEqual([])
  }, 90_000)

  test('releases the jobs of a process that has died', async () => {
    let done = 0
    await add('orphan')
    await query(`update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now()`)
    await start({
      orphan: async () => {
        done++
      },
    })
    await expect
      .poll(
        afterSweep(() => done),
        { timeout: 60_000 },
      )
      .toBe(1)
  }, 90_000)

  test('continues after the database was unavailable, also while a job was ending', async () => {
    const long = blockedTask()
    let short = 0
    await start({
      long: long.task,
      short: async () => {
        short++
      },
    })
    await add('long')
    await expect.poll(long.begun).toBe(1)
    way().cut()
    long.release()
    await expect.poll(() => JSON.stringify(lines()), { timeout: 40_000 }).toContain('the job runner ended')
    way().restore()
    await add('short')
    await expect
      .poll(
        afterSweep(() => short),
        { timeout: 40_000 },
      )
      .toBe(1)
    // The job that was interrupted runs again.
    await expect.poll(afterSweep(long.begun), { timeout: 40_000 }).toBe(1)
    long.release()
    await expect.poll(holders, { timeout: 20_000 }).toEqual([])
  }, 120_000)
}
