import { Problem, tooManyRequests } from '#kernel/errors/problem'
import { addressSubject } from '#kernel/http/address-list'
import type { RateCounter } from '#kernel/http/rate-counter'

/** Problems of well-formed credentials, whose check costs a query or a signature: a flood of guesses causes these. */
const COSTLY = new Set(['unknown-key', 'invalid-token'])
const MAX_ADDRESSES = 50_000

export interface WrongCredentials {
  /** @throws 429 after too many attempts of the address; nothing is looked up then. */
  requireWelcome(address: string): void
  /** Counts an error of authentication. */
  note(address: string, error: unknown): Promise<void>
}

/**
 * Limits an address that keeps sending unknown credentials. The limit counts per minute for all replicas together, like
 * that of requests without a credential; each replica then remembers how long the address has to wait.
 */
export const wrongCredentials = (
  counter: Pick<RateCounter, 'take'>,
  limit: number,
  now: () => number,
): WrongCredentials => {
  const waiting = new Map<string, number>()
  return {
    requireWelcome: (address) => {
      if (waiting.size === 0) return
      const subject = addressSubject(address)
      const until = waiting.get(subject)
      if (until === undefined) return
      const seconds = (until - now()) / 1000
      if (seconds > 0) {
        throw tooManyRequests(
          seconds,
          `This address has sent more than ${limit} unknown credentials in this minute. Wait for Retry-After seconds.`,
        )
      }
      waiting.delete(subject)
    },
    note: async (address, error) => {
      if (!(error instanceof Problem) || !COSTLY.has(error.code)) return
      const subject = addressSubject(address)
      const { allowed, resetsIn } = await counter.take(`wrong:${subject}`, limit)
      if (allowed) return
      if (waiting.size >= MAX_ADDRESSES) waiting.clear()
      waiting.set(subject, now() + resetsIn * 1000)
    },
  }
}
