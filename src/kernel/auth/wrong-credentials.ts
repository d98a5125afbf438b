import { Problem, tooManyRequests } from '../errors/problem.ts'
import type { RateCounter } from '../http/rate-counter.ts'
import { addressSubject } from './address-list.ts'

/** Well-formed, so that finding out costs a query or a signature: what a flood of guesses consists of. */
const COSTLY = new Set(['unknown-key', 'invalid-token'])
const MOST_ADDRESSES = 50_000

export interface WrongCredentials {
  /** @throws 429 while the address has tried too many; nothing is looked up then. */
  assertWelcome(address: string): void
  /** Counts what authentication has thrown; answers nothing. */
  note(address: string, error: unknown): Promise<void>
}

/**
 * Holds off an address that keeps presenting credentials nobody has. Counted for all replicas together and per minute,
 * like requests without a credential; each replica then remembers by itself until when the address has to wait.
 */
export const wrongCredentials = (counter: RateCounter, limit: number, now: () => number): WrongCredentials => {
  const waiting = new Map<string, number>()
  return {
    assertWelcome: (address) => {
      if (waiting.size === 0) return
      const subject = addressSubject(address)
      const until = waiting.get(subject)
      if (until === undefined) return
      const seconds = (until - now()) / 1000
      if (seconds > 0) {
        throw tooManyRequests(seconds, `More than ${limit} unknown credentials in this minute from this address.`)
      }
      waiting.delete(subject)
    },
    note: async (address, error) => {
      if (!(error instanceof Problem) || !COSTLY.has(error.code)) return
      const subject = addressSubject(address)
      const { allowed, resetsIn } = await counter.take(`wrong:${subject}`, limit)
      if (allowed) return
      if (waiting.size >= MOST_ADDRESSES) waiting.clear()
      waiting.set(subject, now() + resetsIn * 1000)
    },
  }
}
