import { setTimeout } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'
import type { RunnerWatch } from './runner-watch.ts'
import { within } from './time-limit.ts'

const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 5000
/** The library connects and reads its tables. */
const START_MS = 30_000
/** The maximum time from the begin of the end of a runner to its replacement. */
const END_MS = 2000
const LOOK_MS = 250

/** A runner of the library, and what its events show. */
export interface WatchedRunner {
  readonly runner: Runner
  readonly watch: RunnerWatch
}

export interface SupervisedRunner {
  /** Starts no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

export interface Supervision {
  start(): Promise<WatchedRunner>
  /** Called with each runner that is no longer used, before the next one is started. It can still run jobs. */
  onEnd(ended: WatchedRunner): void
  onError(error: unknown): void
}

/**
 * Starts a job runner, and another one whenever it ends by itself or stops looking for jobs. It ends if PostgreSQL becomes
 * unavailable while a job is being marked as done. Its promise cannot be trusted: after two failed marks the library waits
 * forever for a count that is below zero. So an end is bounded by time. Only the first start can fail.
 */
export const superviseRunner = async ({ start, onEnd, onError }: Supervision): Promise<SupervisedRunner> => {
  const stopping = new AbortController()
  const { signal } = stopping
  let current: WatchedRunner | undefined = await boundedStart(start)
  const watching = (async () => {
    while (current) {
      await endOf(current, signal, onError)
      if (signal.aborted) return
      onEnd(current)
      current = await startAgain(start, signal, onError)
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      await watching
      if (current) await stopRunner(current)
    },
  }
}

/** Stops a runner that starts too late. */
const boundedStart = async (start: () => Promise<WatchedRunner>): Promise<WatchedRunner> => {
  const started = start()
  try {
    return await within(started, START_MS, 'The start of the job runner')
  } catch (error) {
    started.then(({ runner }) => runner.stop()).catch(() => undefined)
    throw error
  }
}

const startAgain = async (
  start: () => Promise<WatchedRunner>,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<WatchedRunner | undefined> => {
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    await setTimeout(pause, undefined, { signal }).catch(() => undefined)
    if (signal.aborted) return undefined
    try {
      return await boundedStart(start)
    } catch (error) {
      onError(error)
    }
  }
  return undefined
}

/** Waits until a runner has ended, ends for too long, or no longer looks for jobs. */
const endOf = async (
  { runner, watch }: WatchedRunner,
  signal: AbortSignal,
  onError: (error: unknown) => void,
): Promise<void> => {
  let hasEnded = false
  const ended = runner.promise.catch(onError).then(() => {
    hasEnded = true
  })
  while (!hasEnded && !signal.aborted) {
    if ((watch.endingFor ?? 0) > END_MS) return onError(new Error(`The job runner did not end within ${END_MS} ms.`))
    if (watch.isStalled) return onError(new Error('The job runner has stopped looking for jobs.'))
    await Promise.race([ended, setTimeout(LOOK_MS, undefined, { signal, ref: false }).catch(() => undefined)])
  }
}

/** Waits for the running jobs, and then no longer than a runner may take to end. */
const stopRunner = async ({ runner, watch }: WatchedRunner): Promise<void> => {
  let hasEnded = false
  // It may just have ended by itself; then there is nothing to stop.
  const stopped = runner
    .stop()
    .catch(() => undefined)
    .then(() => {
      hasEnded = true
    })
  let idleSince = performance.now()
  while (!hasEnded && performance.now() - idleSince < END_MS) {
    if (watch.jobs.length > 0) idleSince = performance.now()
    await Promise.race([stopped, setTimeout(LOOK_MS)])
  }
}
