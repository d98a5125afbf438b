import { setTimeout } from 'node:timers/promises'
import type { Runner } from 'graphile-worker'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 15_000

export interface KeptRunner {
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>
}

/**
 * Starts a runner of jobs, and another one whenever it ends by itself: it does where PostgreSQL goes away while a job is
 * being marked as done. Only the first start may fail.
 */
export const keepRunning = async (
  start: () => Promise<Runner>,
  onError: (error: unknown) => void,
): Promise<KeptRunner> => {
  const stopping = new AbortController()
  const { signal } = stopping
  const again = async (): Promise<Runner | undefined> => {
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
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
      // It may have ended by itself just now: there is nothing left to stop then.
      await runner?.stop().catch(() => undefined)
      await watching
    },
  }
}
