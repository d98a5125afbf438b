import { setTimeout } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'

const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 15_000

export interface SupervisedRunner {
  /** Starts no more jobs and waits for the running ones. */
  stop(): Promise<void>
}

/**
 * Starts a job runner, and another one whenever it ends by itself: it ends if PostgreSQL becomes unavailable while a job
 * is being marked as done. Only the first start can fail.
 */
export const superviseRunner = async (
  start: () => Promise<Runner>,
  onError: (error: unknown) => void,
): Promise<SupervisedRunner> => {
  const stopping = new AbortController()
  const { signal } = stopping
  const again = async (): Promise<Runner | undefined> => {
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      await setTimeout(pause, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return undefined
      try {
        return await start()
      } catch (error) {
        onError(error)
      }
    }
    return undefined
  }

  let runner: Runner | undefined = await start()
  const watching = (async () => {
    while (runner) {
      await runner.promise.catch(onError)
      if (signal.aborted) return
      runner = await again()
    }
  })()
  return {
    stop: async () => {
      stopping.abort()
      // It may just have ended by itself; then there is nothing to stop.
      await runner?.stop().catch(() => undefined)
      await watching
    },
  }
}
