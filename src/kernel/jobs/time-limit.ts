import { setTimeout } from 'node:timers/promises'

/** A promise of a library that did not settle in time. */
export class TimeLimitError extends Error {}

/**
 * Waits for work of a library, at most for a time in milliseconds: a connection that is lost at the wrong moment leaves some
 * promises pending forever.
 *
 * @throws TimeLimitError
 */
export const within = async <T>(work: Promise<T>, ms: number, what: string): Promise<T> => {
  const ended = new AbortController()
  const late = async (): Promise<never> => {
    await setTimeout(ms, undefined, { signal: ended.signal, ref: false })
    throw new TimeLimitError(`${what} did not end within ${ms} ms`)
  }
  const limit = late()
  limit.catch(() => undefined)
  try {
    return await Promise.race([work, limit])
  } finally {
    ended.abort()
  }
}
